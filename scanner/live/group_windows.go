package live

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object. The system ends the processes in it when its last
// handle is closed, which is ours, however this process ends.
// https://learn.microsoft.com/windows/win32/procthread/job-objects
type group struct{ job windows.Handle }

// startInGroup starts the command and puts it into a job. What it starts in
// between is not in there.
func startInGroup(cmd *exec.Cmd) (*group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	g := &group{job}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		g.release()
		return nil, err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
		windows.CloseHandle(process)
	}
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		g.release()
		return nil, err
	}
	return g, nil
}

// terminate does nothing: Windows has no signal that asks a process to end.
func (g *group) terminate() {}

func (g *group) kill() { windows.TerminateJobObject(g.job, 1) }

func (g *group) release() { windows.CloseHandle(g.job) }
