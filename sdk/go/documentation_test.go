package counterfoil

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

func TestEveryExportedNameHasDocumentation(t *testing.T) {
	isSource := func(file fs.FileInfo) bool { return !strings.HasSuffix(file.Name(), "_test.go") }
	for _, folder := range []string{".", "counterfoiltest"} {
		packages, err := parser.ParseDir(token.NewFileSet(), folder, isSource, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for path, parsed := range packages {
			for _, name := range undocumented(doc.New(parsed, path, 0)) {
				t.Errorf("%s.%s has no comment", path, name)
			}
		}
	}
}

func undocumented(documented *doc.Package) []string {
	var names []string
	check := func(name, text string) {
		if text == "" && ast.IsExported(name) {
			names = append(names, name)
		}
	}
	if documented.Doc == "" {
		names = append(names, "(package)")
	}
	functions := documented.Funcs
	for _, declared := range documented.Types {
		check(declared.Name, declared.Doc)
		functions = append(append(functions, declared.Funcs...), declared.Methods...)
	}
	for _, function := range functions {
		check(function.Name, function.Doc)
	}
	return names
}
