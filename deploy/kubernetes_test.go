package deploy_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/yaml"
)

// cluster is everything that one kustomization makes.
type cluster struct {
	deployment *appsv1.Deployment
	service    *corev1.Service
	claim      *corev1.PersistentVolumeClaim
	budget     *policyv1.PodDisruptionBudget
	network    *networkingv1.NetworkPolicy
	namespace  *corev1.Namespace
	monitor    *serviceMonitor
}

// serviceMonitor is as much of the Prometheus operator's resource as is used.
type serviceMonitor struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Selector  metav1.LabelSelector `json:"selector"`
		Endpoints []struct {
			Port     string `json:"port"`
			Path     string `json:"path"`
			Interval string `json:"interval"`
		} `json:"endpoints"`
	} `json:"spec"`
}

// decode reads manifests as strictly as the API server with field validation: a
// member that the type doesn't have is an error.
func decode(t *testing.T, data []byte) cluster {
	t.Helper()
	var c cluster
	for document := range bytes.SplitSeq(data, []byte("\n---\n")) {
		var kind metav1.TypeMeta
		if err := yaml.Unmarshal(document, &kind); err != nil {
			t.Fatal(err)
		}
		var err error
		switch kind.APIVersion + " " + kind.Kind {
		case "apps/v1 Deployment":
			err = yaml.UnmarshalStrict(document, &c.deployment)
		case "v1 Service":
			err = yaml.UnmarshalStrict(document, &c.service)
		case "v1 PersistentVolumeClaim":
			err = yaml.UnmarshalStrict(document, &c.claim)
		case "v1 Namespace":
			err = yaml.UnmarshalStrict(document, &c.namespace)
		case "policy/v1 PodDisruptionBudget":
			err = yaml.UnmarshalStrict(document, &c.budget)
		case "networking.k8s.io/v1 NetworkPolicy":
			err = yaml.UnmarshalStrict(document, &c.network)
		case "monitoring.coreos.com/v1 ServiceMonitor":
			err = yaml.UnmarshalStrict(document, &c.monitor)
		default:
			t.Errorf("unexpected %s %s", kind.APIVersion, kind.Kind)
		}
		if err != nil {
			t.Errorf("%s: %v", kind.Kind, err)
		}
	}
	return c
}

// Each file is what its kind allows, also where there is no kubectl to put them
// together.
func TestKubernetesFiles(t *testing.T) {
	var all [][]byte
	for _, pattern := range []string{"kubernetes/base/*.yaml", "kubernetes/monitoring/*.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if filepath.Base(name) != "kustomization.yaml" {
				all = append(all, bytes.TrimSpace(read(t, name)))
			}
		}
	}
	c := decode(t, bytes.Join(all, []byte("\n---\n")))
	if c.claim == nil || c.namespace == nil || c.monitor == nil {
		t.Fatal("not all files were found")
	}
	c.check(t)
}

func TestKustomize(t *testing.T) {
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("kubectl is not installed")
	}
	t.Run("base", func(t *testing.T) {
		c := kustomize(t, "kubernetes/base")
		c.check(t)
		if *c.deployment.Spec.Replicas != 1 || c.deployment.Spec.Strategy.Type != appsv1.RecreateDeploymentStrategyType || c.claim == nil {
			t.Error("SQLite is one process with one volume")
		}
	})
	t.Run("postgres", func(t *testing.T) {
		c := kustomize(t, "kubernetes/postgres")
		c.check(t)
		spec := c.deployment.Spec
		if *spec.Replicas < 2 || spec.Strategy.Type != appsv1.RollingUpdateDeploymentStrategyType || c.claim != nil {
			t.Error("Postgres is several replicas without a volume")
		}
		found := false
		for _, e := range spec.Template.Spec.Containers[0].Env {
			if e.Name == "THERIAC_DATABASE_URL" {
				found = e.Value == "" && e.ValueFrom.SecretKeyRef.Name != ""
			}
		}
		if !found {
			t.Error("the database is in no secret")
		}
	})
	t.Run("monitoring", func(t *testing.T) {
		// An overlay as its comment tells people to write.
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("kubernetes")); err != nil {
			t.Fatal(err)
		}
		overlay := filepath.Join(dir, "mine")
		if err := os.Mkdir(overlay, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(overlay, "kustomization.yaml"), []byte("resources: [../postgres]\ncomponents: [../monitoring]\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		c := kustomize(t, overlay)
		if c.monitor == nil {
			t.Fatal("no ServiceMonitor")
		}
		c.check(t)
	})
}

func kustomize(t *testing.T, dir string) cluster {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.Command("kubectl", "kustomize", dir)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return decode(t, out)
}

// check holds the parts to each other and to the program.
func (c cluster) check(t *testing.T) {
	t.Helper()
	if c.deployment == nil || c.service == nil || c.budget == nil || c.network == nil {
		t.Fatal("something is missing")
	}
	pod := c.deployment.Spec.Template
	ours := labels.Set(pod.Labels)
	for what, selector := range map[string]*metav1.LabelSelector{
		"the deployment": c.deployment.Spec.Selector, "the disruption budget": c.budget.Spec.Selector,
		"the network policy": &c.network.Spec.PodSelector, "the service": {MatchLabels: c.service.Spec.Selector},
	} {
		matches(t, what, selector, ours)
	}
	if c.monitor != nil {
		matches(t, "the service monitor", &c.monitor.Spec.Selector, labels.Set(c.service.Labels))
		if e := c.monitor.Spec.Endpoints[0]; e.Port != c.service.Spec.Ports[1].Name || e.Path != "/metrics" {
			t.Errorf("metrics are asked for at %s %s", e.Port, e.Path)
		}
	}
	if len(pod.Spec.Containers) != 1 {
		t.Fatal("one container, please")
	}
	container := pod.Spec.Containers[0]
	port := container.Ports[0]
	if c.service.Spec.Ports[0].TargetPort.String() != port.Name || c.network.Spec.Ingress[0].Ports[0].Port.String() != port.Name {
		t.Error("the service or the network policy names another port")
	}
	ops := container.Ports[1]
	if c.service.Spec.Ports[1].TargetPort.String() != ops.Name || c.network.Spec.Ingress[1].Ports[0].Port.String() != ops.Name {
		t.Error("the service or the network policy names another port for operations")
	}
	hardened(t, pod.Spec)
	probes(t, container)

	variables := map[string]string{}
	for _, e := range container.Env {
		variables[e.Name] = e.Value
		if e.ValueFrom != nil {
			variables[e.Name] = "postgres://from-a-secret"
		}
	}
	settings(t, variables)
	if variables["THERIAC_LISTEN"] != ":8080" || port.ContainerPort != 8080 || variables["THERIAC_OPS_LISTEN"] != ":9090" || ops.ContainerPort != 9090 {
		t.Error("it listens elsewhere than the service thinks")
	}
	mounted := map[string]string{}
	for _, m := range container.VolumeMounts {
		mounted[m.Name] = m.MountPath
	}
	for _, v := range pod.Spec.Volumes {
		if mounted[v.Name] == "" {
			t.Errorf("the volume %s is mounted nowhere", v.Name)
		}
		delete(mounted, v.Name)
	}
	if len(mounted) > 0 {
		t.Errorf("mounted, but no volumes: %v", mounted)
	}
}

func matches(t *testing.T, what string, selector *metav1.LabelSelector, set labels.Set) {
	t.Helper()
	s, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil || s.Empty() || !s.Matches(set) {
		t.Errorf("%s selects %v, not %v (%v)", what, s, set, err)
	}
}

// hardened is what the namespace's pod security level, restricted, demands, and
// more. https://kubernetes.io/docs/concepts/security/pod-security-standards/
func hardened(t *testing.T, pod corev1.PodSpec) {
	t.Helper()
	p, c := pod.SecurityContext, pod.Containers[0].SecurityContext
	for what, ok := range map[string]bool{
		"not root":                 p != nil && *p.RunAsNonRoot && *p.RunAsUser >= 10000,
		"the volume is its own":    p != nil && *p.FSGroup == *p.RunAsGroup,
		"seccomp":                  p != nil && p.SeccompProfile.Type == corev1.SeccompProfileTypeRuntimeDefault,
		"no further privilege":     c != nil && !*c.AllowPrivilegeEscalation && c.Privileged == nil,
		"read-only root":           c != nil && *c.ReadOnlyRootFilesystem,
		"no capability":            c != nil && len(c.Capabilities.Drop) == 1 && c.Capabilities.Drop[0] == "ALL" && len(c.Capabilities.Add) == 0,
		"no service account token": pod.AutomountServiceAccountToken != nil && !*pod.AutomountServiceAccountToken,
		"no service links":         pod.EnableServiceLinks != nil && !*pod.EnableServiceLinks,
		"not of the host":          !pod.HostNetwork && !pod.HostPID && !pod.HostIPC,
		"memory is limited":        !pod.Containers[0].Resources.Limits.Memory().IsZero(),
		// 15 s for running reviews, 4 s to close, and what preStop waits.
		"time to end": *pod.TerminationGracePeriodSeconds > 15+4+pod.Containers[0].Lifecycle.PreStop.Sleep.Seconds,
	} {
		if !ok {
			t.Errorf("%s: is not so", what)
		}
	}
}

func probes(t *testing.T, c corev1.Container) {
	t.Helper()
	// Alive is not ready: a database that is away must not restart the process.
	for what, p := range map[string]struct {
		probe *corev1.Probe
		path  string
	}{"startup": {c.StartupProbe, "/healthz"}, "liveness": {c.LivenessProbe, "/healthz"}, "readiness": {c.ReadinessProbe, "/readyz"}} {
		if p.probe == nil || p.probe.HTTPGet.Path != p.path || p.probe.HTTPGet.Port.String() != c.Ports[1].Name {
			t.Errorf("%s probe: %+v", what, p.probe)
		}
	}
}
