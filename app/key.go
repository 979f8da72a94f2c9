package app

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
)

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
