package app

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkMode refuses a key file that everybody on the machine may write to or read.
// A group may read it: that is how Kubernetes gives a secret to a container.
func checkMode(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("may be changed by others than its owner (mode %04o): chmod 0600", mode)
	} else if mode&0o004 != 0 && !secretMount(name) {
		return fmt.Errorf("may be read by everybody (mode %04o): chmod 0600", mode)
	}
	return nil
}

// secretMount reports whether a file is where Docker puts secrets, which makes them
// readable for everybody inside of the container.
func secretMount(name string) bool {
	full, err := filepath.Abs(name)
	return err == nil && strings.HasPrefix(full, "/run/secrets/")
}

// checkKey says in words what is wrong with a private key. It quotes nothing of
// it but the kind that it claims to be.
func checkKey(data []byte) error {
	block, _ := pem.Decode(data)
	if block == nil {
		return errors.New("holds no PEM: it must begin with -----BEGIN RSA PRIVATE KEY-----, as the file from GitHub does")
	}
	switch block.Type {
	case "RSA PRIVATE KEY":
		if _, err := x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return errors.New("holds a damaged RSA private key: was it cut or changed on its way?")
		}
		return nil
	case "PRIVATE KEY":
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return errors.New("holds a damaged private key: was it cut or changed on its way?")
		}
		if _, ok := key.(*rsa.PrivateKey); !ok {
			return errors.New("holds a private key that is not RSA; GitHub's are")
		}
		return nil
	}
	kind := strings.ToLower(block.Type)
	if len(kind) > 40 || strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789 ") != "" {
		kind = "something else"
	}
	return fmt.Errorf("holds PEM, but not a private key: it says %s", kind)
}
