import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The rules of CONTRIBUTING.md that a program can check. Each failure says what to do instead. */

type Import = { from: string; typeOnly: boolean }
type Source = { path: string; text: string; imports: Import[] }

const CODE = ['src', 'contract', 'webview', 'console', 'scripts', 'bench', 'test']

const sources: Source[] = CODE.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
  .filter((path) => !/node_modules|\/dist\//.test(path))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
const server = sources.filter(({ path }) => path.startsWith('src/'))

function importsOf(path: string, text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?from\s+)?'([^']+)'/gm)
  return [...statements].map(([, type, names = '', from = '']) => ({
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

/** Who may import whom at run time: only downwards. */
function floor(path: string): number {
  if (/^src\/(main|cli)\.ts$|^src\/cli\//.test(path)) return 6
  if (/^src\/(startup|start-block|worker|signals)\.ts$/.test(path)) return 5
  if (path === 'src/app.ts') return 4
  if (/\/(routes|admin)\.ts$/.test(path)) return 3
  if (/^src\/(array-literal|config|constraints|paging|refusal|time|uuid|validation)\.ts$/.test(path)) return 0
  if (isSql(path)) return 1
  return 2
}

function isSql(path: string): boolean {
  return /(^|\/|-)(queries|outbox)\.ts$|^src\/(migrate|db)\.ts$|^src\/(embedded|database)\//.test(path)
}

const PURE = /(^|\/)(decide|cycle|geo|scope|events|retry|signature|markup)\.ts$/
const WEB_FRAMEWORK = /^src\/(app|http|errors|framework)\.ts$|^src\/auth\/|\/(routes|admin|metrics)\.ts$/

test('imports run downwards: main → app → routes and admin → operations → queries → db', () => {
  const upward = server.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, typeOnly }) => !typeOnly && from.startsWith('src/') && floor(from) > floor(path))
      .map(({ from }) => `${path} imports ${from}: move what it needs down, into an operation or a query`),
  )
  expect(upward).toEqual([])
})

test('nobody but the app reaches into routes and admin files', () => {
  const reaching = server.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, typeOnly }) => !typeOnly && floor(from) === 3 && path !== 'src/app.ts')
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
    .filter(({ path, text }) => path !== 'src/config.ts' && /process\.env|import\.meta\.env/.test(text))
    .map(({ path }) => `${path} reads the environment: add the setting to Config and pass it in`)
  expect(readers).toEqual([])
})

test('pure files import types and pure files, and ask neither clock nor chance', () => {
  const impure = sources
    .filter(({ path }) => /^(src|contract)\//.test(path) && PURE.test(path))
    .flatMap(({ path, text, imports }) => [
      ...imports
        .filter(
          ({ from, typeOnly }) =>
            !typeOnly && !PURE.test(from) && !(from === 'node:crypto' && path === 'contract/signature.ts'),
        )
        .filter(({ from }) => !from.startsWith('contract/') && !from.startsWith('@counterfoil/contract/'))
        .map(({ from }) => `${path} imports ${from}: pass what it gives in as a fact`),
      ...(/Date\.now\(|new Date\(\)|Math\.random\(|randomUUID|randomBytes\(|process\.|fetch\(/.test(text)
        ? [`${path} asks the clock, chance or the world: pass it in as a fact`]
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

test('files are named for what they export', () => {
  const vague =
    /^(utils?|helpers?|common|services?|managers?|repository|repositories|types|index|misc|shared)\.(ts|tsx)$/
  const named = sources
    .filter(({ path }) => vague.test(basename(path)) || /[A-Z_]/.test(basename(path)))
    .map(({ path }) => `${path}: find the noun, in kebab-case`)
  expect(named).toEqual([])
})

test('files stay small', () => {
  const large = sources
    .filter(({ path, text }) => !path.startsWith('test/') && text.split('\n').length > 400)
    .map(({ path }) => `${path} has over 400 lines: split it by noun`)
  expect(large).toEqual([])
})
