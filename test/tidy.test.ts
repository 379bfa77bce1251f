import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The rules of CONTRIBUTING.md that a program can check. Each failure says what to do instead. */

type Import = { from: string; typeOnly: boolean }
type Source = { path: string; text: string; imports: Import[] }

const CODE = [
  'src',
  'contract',
  'webview',
  'console',
  'sdk',
  'examples',
  'scripts',
  'bench',
  'proofs',
  'test',
]

const sources: Source[] = CODE.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
  .filter((path) => !/node_modules|\/dist\//.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
const server = sources.filter(({ path }) => path.startsWith('src/'))

function importsOf(path: string, text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?from\s+)?'([^']+)'/gm)
  const onDemand = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([all, from]) => [
    all,
    undefined,
    '',
    from,
  ])
  return [...statements, ...onDemand].map(([, type, names = '', from = '']) => ({
    from: from.startsWith('.') ? normalize(join(dirname(path), from)) : from,
    // `import { type A, type B }` brings nothing at run time either.
    typeOnly:
      type !== undefined ||
      (/\{/.test(names) &&
        names
          .replaceAll(/[{}\s]|from/g, ',')
          .split(',')
          .filter(Boolean).length > 0 &&
        !/[{,]\s*(?!type\s)\w/.test(names)),
  }))
}

/** The floors of the server, from the top down. A file imports from its own floor and from those below it. */
const FLOORS: [name: string, files: RegExp][] = [
  ['entry points', /^src\/(main|cli)\.ts$|^src\/cli\//],
  ['process', /^src\/process\//],
  ['demo', /^src\/demo\//],
  ['app', /^src\/api\/app\.ts$/],
  ['api', /^src\/api\//],
  ['routes', /^src\/domain\/.*\/(routes|admin)\.ts$/],
  ['domain', /^src\/domain\//],
  ['platform', /^src\/platform\//],
]

function floorOf(path: string): number {
  const floor = FLOORS.findIndex(([, files]) => files.test(path))
  if (floor === -1) throw new Error(`${path} is on no floor: move it into a folder of src/`)
  return floor
}

function isSql(path: string): boolean {
  return /(^|\/|-)(queries|outbox)\.ts$|^src\/platform\/(embedded|database)\//.test(path)
}

const PURE =
  /(^|\/)(decide|cycle|geo|capabilities|hide-fields|scope|events|retry-policy|signature|markup|money|opening|hours-text|wallet-state)\.ts$/
const WEB_FRAMEWORK = /^src\/api\/|^src\/platform\/http\/|\/(routes|admin)\.ts$/

test('imports run downwards, types included: process → api → domain → platform', () => {
  const upward = server.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => from.startsWith('src/') && floorOf(from) < floorOf(path))
      .map(({ from }) => `${path} imports ${from}: move what it needs down`),
  )
  expect(upward).toEqual([])
})

/** The lists of ARCHITECTURE.md: the folders of a root from the top down. A dot stands for the files beside them. */
function listedOrders(): { root: string; order: string[] }[] {
  const [, ...sections] = readFileSync('ARCHITECTURE.md', 'utf8').split(/^### The order of `(?=[^`]+`$)/m)
  return sections.map((section) => {
    const [table = ''] = section.split(/^#/m)
    return {
      root: section.slice(0, section.indexOf('`')),
      order: [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, folder]) => folder as string),
    }
  })
}

/** Each import from a folder of `root` to one above it, and each folder that is not in the list. */
function upwardArrows(root: string, order: string[], files = sources): string[] {
  const inside = files.filter(({ path }) => path.startsWith(`${root}/`))
  const folderOf = (path: string) => dirname(path.slice(root.length + 1))
  const unlisted = [...new Set(inside.map(({ path }) => folderOf(path)))].filter(
    (folder) => !order.includes(folder),
  )
  const placeOf = (path: string) => order.indexOf(folderOf(path))
  return [
    ...unlisted.map((folder) => `${root}/${folder}: add it to its list in ARCHITECTURE.md`),
    ...inside.flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => from.startsWith(`${root}/`) && placeOf(from) < placeOf(path))
        .map(({ from }) => `${path} imports ${from}, which is above it: move what it needs down`),
    ),
  ]
}

test.each(listedOrders())('no arrow runs back up in $root, types included', ({ root, order }) => {
  expect(order.length).toBeGreaterThan(1)
  expect(upwardArrows(root, order)).toEqual([])
})

// Otherwise a noun would stand both above and below another one: a drawing of the nouns has arrows that run back up.
test.each(listedOrders())('the folders of one noun stand together in the order of $root', ({ order }) => {
  const nouns = order.map((folder) => folder.split('/')[0])
  expect(nouns.filter((noun, i) => noun !== nouns[i - 1])).toEqual([...new Set(nouns)])
})

test('an arrow that runs back up is found', () => {
  const file = (path: string, from: string) => ({ path, text: '', imports: [{ from, typeOnly: true }] })
  const files = [
    file('a/top/x.ts', 'a/low/y.ts'),
    file('a/low/y.ts', 'a/top/z.ts'),
    file('a/new/n.ts', 'b.ts'),
  ]
  expect(upwardArrows('a', ['top', 'low'], files)).toEqual([
    'a/new: add it to its list in ARCHITECTURE.md',
    'a/low/y.ts imports a/top/z.ts, which is above it: move what it needs down',
  ])
})

test('queries import no operations, only types, other queries and the platform', () => {
  const upward = server
    .filter(({ path }) => path.startsWith('src/domain/') && isSql(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from, typeOnly }) => !typeOnly && from.startsWith('src/domain/'))
        .filter(({ from }) => !isSql(from) && !PURE.test(from))
        .map(({ from }) => `${path} imports ${from}: pass what it needs in`),
    )
  expect(upward).toEqual([])
})

test('no circle of imports, types included', () => {
  const importsByPath = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.map(({ from }) => from.replace(/^@counterfoil\//, '')),
    ]),
  )
  expect(circlesIn(importsByPath)).toEqual([])
})

/** Each circle as the path that leads from a file back to itself. */
function circlesIn(importsByPath: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of importsByPath.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of importsByPath.keys()) visit(path, [])
  return circles
}

test('only the app imports routes and admin files', () => {
  const reaching = server.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => /\/(routes|admin)\.ts$/.test(from) && path !== 'src/api/app.ts')
      .map(({ from }) => `${path} imports ${from}: call the operation behind that route instead`),
  )
  expect(reaching).toEqual([])
})

test('fastify stays at the edge', () => {
  const inside = server
    .filter(
      ({ path, imports }) => !WEB_FRAMEWORK.test(path) && imports.some(({ from }) => from === 'fastify'),
    )
    .map(({ path }) => `${path} imports fastify: take plain values and return a value or a Refusal`)
  expect(inside).toEqual([])
})

test('SQL stands in queries, outbox and migrations', () => {
  const strays = server
    .filter(({ path, text }) => !isSql(path) && /\b(?:sql|tx|db)(?:<[^`]*>)?`|\.unsafe\(/.test(text))
    .map(({ path }) => `${path} holds SQL: give the statement a name in the queries.ts beside it`)
  expect(strays).toEqual([])
})

test('a table is written by one file', () => {
  const tables = globSync('migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name]) => name as string),
  )
  const shared = [...new Set(tables)].flatMap((table) => {
    const write = new RegExp(`\\b(?:insert into|update|delete from|copy) ${table}\\b(?! as)`)
    const writers = server.filter(({ text }) => write.test(text)).map(({ path }) => path)
    return writers.length > 1
      ? [`${table} is written by ${writers.join(' and ')}: let one of them do it`]
      : []
  })
  expect(shared).toEqual([])
})

test('a query that writes takes its transaction first', () => {
  const loose = server
    .filter(({ path }) => /queries\.ts$|outbox\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split(/^export (?=(?:async )?function)/m)
        .slice(1)
        .filter(
          (body) =>
            /\b(?:insert into|update \w+\s+set|delete from)\b/.test(body) &&
            !/^(?:async )?function \w+(?:<[^(]*>)?\(\s*(?:tx: Tx|db: Db)\b/.test(body),
        )
        .map(
          (body) =>
            `${path}: ${body.match(/function (\w+)/)?.[1]} writes: make \`tx: Tx\` its first parameter`,
        ),
    )
  expect(loose).toEqual([])
})

test('the environment is read in config.ts only', () => {
  const readers = server
    .filter(
      ({ path, text }) => path !== 'src/platform/config.ts' && /process\.env|import\.meta\.env/.test(text),
    )
    .map(({ path }) => `${path} reads the environment: add the setting to Config and pass it in`)
  expect(readers).toEqual([])
})

test('pure files import types and pure files, and use neither the clock nor randomness', () => {
  const impure = sources
    .filter(({ path }) => /^(src|contract)\//.test(path) && PURE.test(path))
    .flatMap(({ path, text, imports }) => [
      ...imports
        .filter(
          ({ from, typeOnly }) =>
            !typeOnly && !PURE.test(from) && !(from === 'node:crypto' && path === 'contract/signature.ts'),
        )
        .filter(({ from }) => !from.startsWith('contract/') && !from.startsWith('@counterfoil/contract/'))
        .map(({ from }) => `${path} imports ${from}: pass its result in as a fact`),
      ...(/Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|randomBytes\(|process\.|fetch\(/.test(text)
        ? [`${path} uses the clock, randomness or I/O: pass the value in as a fact`]
        : []),
    ])
  expect(impure).toEqual([])
})

test('contract/ does no I/O', () => {
  const active = sources
    .filter(({ path }) => path.startsWith('contract/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => (from.startsWith('node:') && from !== 'node:crypto') || from.startsWith('src/'))
        .map(({ from }) => `${path} imports ${from}: the contract is shapes and pure functions`),
    )
  expect(active).toEqual([])
})

test('the service imports only packages that production installs', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const nameOf = (from: string) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? ''
  const isInstalled = (from: string) =>
    /^(?:node:|src\/|contract\/|@counterfoil\/contract\/|package\.json$)/.test(from) ||
    nameOf(from) in dependencies
  const wrong = sources
    .filter(({ path }) => /^(?:src|contract)\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ from, typeOnly }) => !typeOnly && !isInstalled(from))
        .map(({ from }) => `${path} imports ${from}: add it to dependencies, or import only its types`),
    )
  expect(wrong).toEqual([])
})

test('files are named for what they export', () => {
  const vague =
    /^(utils?|helpers?|common|services?|managers?|repository|repositories|types|index|misc|shared)\.(ts|tsx)$/
  const named = sources
    .filter(({ path }) => vague.test(basename(path)) || /[A-Z_]/.test(basename(path)))
    .map(({ path }) => `${path}: find the noun, in kebab-case`)
  expect(named).toEqual([])
})

test('no two files of a folder differ by one letter', () => {
  const paths = new Set(sources.map(({ path }) => path.replace(/\.\w+$/, '')))
  const twins = [...paths].filter((path) => paths.has(`${path}s`))
  expect(twins.map((path) => `${path} and ${path}s: name what each of them holds`)).toEqual([])
})

/** Words with a better one. Each thing has one word, in code and in sentences. */
const FORBIDDEN_WORDS: [forbidden: RegExp, better: string, except?: RegExp][] = [
  [/doorbell/i, 'event notifier'],
  [/anonymis/i, 'anonymize'],
  [/\blistPlainly\b/, 'listByTime'],
  [/\b(?:an|the|its|no|lost|same) answer\b|\b(?:const|let) answers?\b/i, 'response, or result'],
  [/\bwhoever\b/i, 'the person, node or request that is meant'],
  [/\banew\b|\bafresh\b/i, 'again'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:MOST|LONGEST)_[A-Z]/, 'MAX_'],
  // What people read in the console stays "Figures".
  [/(?<!con)figure/i, 'stats', /^console\/src\/words\//],
]

test('one word for one thing', () => {
  const misnamed = sources
    .filter(({ path }) => path !== 'test/tidy.test.ts')
    .flatMap(({ path, text }) =>
      FORBIDDEN_WORDS.filter(([forbidden, , except]) => forbidden.test(text) && !except?.test(path)).map(
        ([forbidden, better]) => `${path} says ${forbidden.source}: say ${better}`,
      ),
    )
  expect(misnamed).toEqual([])
})

test('a value is named for what it is, not for how it came', () => {
  const vague = /(?:\b(?:const|let) |\.\.\.|[({,]\s*)(given|asked|sent|told)\s*(?:[:=,)}]|$)/m
  const named = server
    .filter(({ text }) => vague.test(text))
    .map(({ path, text }) => `${path} names a value ${vague.exec(text)?.[1]}: say input, request, body …`)
  expect(named).toEqual([])
})

test('files stay small', () => {
  const large = sources
    .filter(({ path, text }) => !path.startsWith('test/') && !text.startsWith('// Generated'))
    .filter(({ text }) => text.split('\n').length > 400)
    .map(({ path }) => `${path} has over 400 lines: split it by noun`)
  expect(large).toEqual([])
})

const FUNCTION_START =
  /^(\s*)(?!\s|(?:if|for|while|switch|return|await|test|describe|expect)\b)(?:export )?(?:async )?(?:function\*? \w+|(?:static |async |\*)*#?\w+\(.*\{$|const \w+ = (?:async )?(?:\(|\w+ =>|<))/

/** The code is formatted, so a function ends at the first closing brace with its own indentation. */
function functionLengths(text: string): { name: string; lines: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((line, start) => {
    const indent = FUNCTION_START.exec(line)?.[1]
    if (indent === undefined) return []
    const isOutside = (other: string) => other !== '' && !/^[ )}]/.test(other.slice(indent.length))
    const end = lines.findIndex((other, i) => i > start && (other === `${indent}}` || isOutside(other)))
    return end > 0 && lines[end] === `${indent}}` ? [{ name: line.trim(), lines: end - start + 1 }] : []
  })
}

test('functions fit on a screen', () => {
  const long = sources
    .filter(({ path }) => !path.startsWith('test/') && !path.startsWith('webview/src/language/translations/'))
    .flatMap(({ path, text }) =>
      functionLengths(text)
        .filter(({ lines }) => lines > 70)
        .map(({ name, lines }) => `${path}: ${name} has ${lines} lines: split it into steps with names`),
    )
  expect(long).toEqual([])
})

test('the length of functions is measured at all', () => {
  const lengths = sources.flatMap(({ text }) => functionLengths(text).map(({ lines }) => lines))
  expect(lengths.length).toBeGreaterThan(1000)
  expect(functionLengths('export function a() {\n  return 1\n}\n')).toEqual([
    { name: 'export function a() {', lines: 3 },
  ])
})

/** A function of SQL ends where its quoted body ends, or at the end of its statement. */
function sqlFunctionLengths(text: string): { name: string; lines: number }[] {
  const starts = [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)]
  return starts.map(({ 0: { length }, 1: name = '', index }) => {
    const rest = text.slice(index + length)
    const body = /\$\$.*?\$\$;|;/s.exec(rest)
    return { name, lines: rest.slice(0, (body?.index ?? 0) + (body?.[0].length ?? 0)).split('\n').length }
  })
}

test('functions of SQL have at most 75 lines', () => {
  const long = globSync('migrations/*.sql').flatMap((path) =>
    sqlFunctionLengths(readFileSync(path, 'utf8'))
      .filter(({ lines }) => lines > 75)
      .map(({ name, lines }) => `${path}: ${name} has ${lines} lines: split it into steps with names`),
  )
  expect(long).toEqual([])
})
