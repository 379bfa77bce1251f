// Command pack builds the module as a file proxy, from which `go get` installs it:
//
//	go run ./internal/pack /tmp/counterfoil-go
package main

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/counterfoil"
)

// Tests need the vectors, which are not part of the module. The programs are for this repository only.
var leftOut = regexp.MustCompile(`_test\.go$|^internal/(end_to_end|pack|tour)/`)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./internal/pack <folder>")
	}
	if err := pack(".", os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func pack(source, target string) error {
	manifest, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	module := strings.Fields(string(manifest))[1]
	version := "v" + counterfoil.Version
	folder := filepath.Join(target, module, "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	files := map[string]string{
		"list":            version + "\n",
		version + ".info": fmt.Sprintf("{\"Version\":%q}\n", version),
		version + ".mod":  string(manifest),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return zipModule(source, filepath.Join(folder, version+".zip"), module+"@"+version)
}

func zipModule(source, target, prefix string) error {
	file, err := os.Create(target)
	if err != nil {
		return err
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	err = filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || leftOut.MatchString(filepath.ToSlash(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		writer, err := archive.Create(prefix + "/" + filepath.ToSlash(path))
		if err == nil {
			_, err = writer.Write(data)
		}
		return err
	})
	if err != nil {
		return err
	}
	return archive.Close()
}
