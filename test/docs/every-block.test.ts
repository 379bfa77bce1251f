import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildProgram } from '../../src/cli/program.ts'
import { type Block, blocksOf, PAGES, placeOf } from './code-blocks.ts'
import { isRunAsStep } from './language-programs.ts'

const blocks = PAGES.flatMap((page) => blocksOf(page))

/** The pages whose blocks a test runs from top to bottom, and that test. */
const RUN_BY: Record<string, string> = {
  'README.md': 'test/docs/pages-run.test.ts',
  'docs/back-office.md': 'test/docs/pages-run.test.ts',
  'docs/counter.md': 'test/docs/pages-run.test.ts',
  'docs/operations.md': 'test/docs/pages-run.test.ts',
  'docs/redemption.md': 'test/docs/pages-run.test.ts',
  'docs/sdks.md': 'test/sdk/tour.test.ts',
  'docs/sandbox.md': 'test/docs/pages-run.test.ts',
  'docs/signing.md': 'test/docs/pages-run.test.ts',
  'docs/support.md': 'test/docs/pages-run.test.ts',
  'docs/tokens.md': 'test/docs/pages-run.test.ts',
  'docs/quickstart-curl.md': 'test/docs/pages-run.test.ts',
  'docs/quickstart-backend.md': 'test/docs/quickstarts-run.test.ts',
  'docs/webhooks.md': 'test/docs/receivers.test.ts',
  'examples/hosts/web/README.md': 'test/docs/quickstarts-run.test.ts',
  'sdk/README.md': 'test/sdk/package.test.ts',
  'sdk/go/README.md': 'test/sdk/languages.test.ts',
  'sdk/host/README.md': 'test/browser/host-kit.test.ts',
  'sdk/java/README.md': 'test/sdk/package-java.test.ts',
  'sdk/python/README.md': 'test/sdk/languages.test.ts',
}
/** Languages of blocks that show output and cannot be run. */
const OUTPUT = new Set(['', 'console', 'json', 'html', 'text'])
/** Languages of blocks that are excerpts of the example hosts and must be equal to them. */
const EXCERPTS = new Set(['kotlin', 'swift', 'xml'])

const isProgram = ({ language }: Block) => !OUTPUT.has(language) && !EXCERPTS.has(language)

test('every program in the documentation is run by a test, or says why not', () => {
  const unexplained = blocks
    .filter(isProgram)
    .filter(
      ({ page, mark }) => !RUN_BY[page] && !/^(not run: .{10,}|run by test\/\S+\.test\.ts)/.test(mark ?? ''),
    )
    .map((block) => `${placeOf(block)}: run it in a test, or put <!-- not run: reason --> above it`)
  expect(unexplained).toEqual([])
})

test('the tests that run these programs exist', () => {
  const named = blocks.flatMap(({ mark }) => /^run by (\S+)/.exec(mark ?? '')?.[1] ?? [])
  expect([...Object.values(RUN_BY), ...named].filter((path) => !existsSync(path))).toEqual([])
})

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Null if the text has a parser and passes it, or if its parser is not installed. */
function faultOf({ language, code }: Block): string | null {
  const check = (program: string, args: string[], input: string) => {
    if (!isInstalled(program)) return null
    const { status, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
    return status === 0 ? null : stderr
  }
  if (language === 'sh') return check('bash', ['-n'], code)
  if (language === 'js') return check(process.execPath, ['--input-type=module', '--check'], code)
  if (language === 'python')
    return check('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], code)
  if (language === 'go') return check('gofmt', ['-e', '-l'], code)
  if (language === 'json') return code.includes('…') ? null : thrownBy(() => JSON.parse(code))
  if (language === 'yaml') return thrownBy(() => parse(code))
  return null
}

function thrownBy(run: () => unknown): string | null {
  try {
    run()
    return null
  } catch (error) {
    return String(error)
  }
}

test('every block in a language with a parser parses', () => {
  const faults = blocks.flatMap((block) => {
    const fault = isRunAsStep(block) ? null : faultOf(block)
    return fault === null ? [] : [`${placeOf(block)}: ${fault}`]
  })
  expect(faults).toEqual([])
})

test('shell blocks have no comments: zsh, the shell of macOS, takes # for a word of the command', () => {
  const commented = blocks.filter(
    ({ language, code }) => language === 'sh' && /(?:^|\s)#(?:\s|$)/m.test(code),
  )
  expect(commented.map(placeOf)).toEqual([])
})

test('excerpts of the hosts are the same as in examples/hosts', () => {
  const unindented = (text: string) => text.replaceAll(/^\s+/gm, '').replaceAll('\r', '')
  const sources = globSync('examples/hosts/**/*.{kt,swift,xml}').map((path) =>
    unindented(readFileSync(path, 'utf8')),
  )
  const differing = blocks
    .filter(({ language }) => EXCERPTS.has(language))
    .filter(({ code }) => !sources.some((source) => source.includes(unindented(code).trim())))
  expect(differing.map(placeOf)).toEqual([])
})

/** Why a command line does not fit the `counterfoil` program, or null. */
function misuse(line: string): string | null {
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  let command = buildProgram()
  for (const word of words) {
    const next = command.commands.find((candidate) => candidate.name() === word)
    if (!next) break
    command = next
  }
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0])
  const known = new Set(['--help', '--json', '--version', ...command.options.map(({ long }) => long)])
  const unknown = flags.filter((flag) => !known.has(flag))
  if (command.commands.length > 0 && flags.length === 0) return 'no such command'
  return unknown.length > 0 ? `${command.name()} has no ${unknown.join(', ')}` : null
}

test('every command line of `counterfoil` in a block names a command and flags that exist', () => {
  const lines = blocks.flatMap((block) =>
    [...block.code.replaceAll('\\\n', ' ').matchAll(/npx counterfoil ([^|;)\n]*)/g)].map(([, line = '']) => ({
      block,
      line,
    })),
  )
  expect(lines.length).toBeGreaterThan(20)
  const wrong = lines.flatMap(({ block, line }) => {
    const fault = misuse(line.replace(/\s#.*$/, '').trim())
    return fault === null ? [] : [`${placeOf(block)}: ${line}: ${fault}`]
  })
  expect(wrong).toEqual([])
})

test('no page uses a variable of the shell that it does not set', () => {
  const predefined = new Set(['HOME', 'PWD', 'OLDPWD', 'PATH', 'RANDOM', 'EUID'])
  const unset = PAGES.flatMap((page) => {
    const code = blocksOf(page)
      .filter(({ language, mark }) => language === 'sh' && !mark?.startsWith('not run'))
      .map(({ code }) => code)
      .join('\n')
    const assigned = [...code.matchAll(/\b[A-Z][A-Z0-9_]*(?==)|(?<=\bfor )[A-Z]\w*(?= in )/g)].map(
      ([name]) => name,
    )
    const local = [...code.matchAll(/^\s*local (.*)$/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z]\w*/g) ?? [],
    )
    const set = new Set([...predefined, ...assigned, ...local])
    const used = [...code.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name)
    return used.filter((name) => !set.has(name)).map((name) => `${page}: ${name}`)
  })
  expect([...new Set(unset)]).toEqual([])
})

test('no page imports a file that another page defines', () => {
  const missing = PAGES.flatMap((page) => {
    const programs = blocksOf(page).filter(
      ({ language, mark }) => language === 'js' && !mark?.startsWith('not run'),
    )
    const defined = programs.map(({ code }) => /^\/\/ (\S+\.mjs)/.exec(code)?.[1])
    const imported = programs.flatMap(({ code }) =>
      [...code.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => name),
    )
    return imported.filter((name) => !defined.includes(name)).map((name) => `${page}: ${name}`)
  })
  expect(missing).toEqual([])
})
