import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Names that belong to an owner. Change them here and in the files that these tests name. */
const names: Record<'npmScope' | 'pythonName' | 'goModule' | 'mavenGroup', string> = JSON.parse(
  readFileSync('sdk/names.json', 'utf8'),
)

test.each(['sdk/package.json', 'sdk/host/package.json'])('%s has the scope of sdk/names.json', (path) => {
  expect(JSON.parse(readFileSync(path, 'utf8')).name).toMatch(new RegExp(`^${names.npmScope}/`))
})

test('sdk/python/pyproject.toml has the name of sdk/names.json', () => {
  expect(readFileSync('sdk/python/pyproject.toml', 'utf8')).toContain(`\nname = "${names.pythonName}"\n`)
})

test('the Go SDK and its example have the module path of sdk/names.json', () => {
  expect(readFileSync('sdk/go/go.mod', 'utf8')).toContain(`module ${names.goModule}\n`)
  expect(readFileSync('examples/go-backend/go.mod', 'utf8')).toContain(`\nrequire ${names.goModule} v`)
  const pages = ['sdk/go/README.md', ...globSync('docs/*.md')]
  const paths = [...globSync('sdk/go/**/*.go'), 'examples/go-backend/main.go', ...pages]
  const imports = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^\s+"([^"]*?\bcounterfoil)(?:\/\S+)?"$/gm)].map(
      ([, module]) => module,
    ),
  )
  expect(new Set(imports)).toEqual(new Set([names.goModule]))
})

test('sdk/java/pom.xml has the group of sdk/names.json', () => {
  expect(readFileSync('sdk/java/pom.xml', 'utf8')).toContain(`\n  <groupId>${names.mavenGroup}</groupId>\n`)
})
