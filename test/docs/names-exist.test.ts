import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from '../../src/cli/program.ts'
import { blocksOf, PAGES } from './code-blocks.ts'

const folders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name) && entry.name !== 'node_modules')
  .map(({ name }) => name)

/** The changelog names files and commands that no longer exist. */
const pages = PAGES.filter((page) => page !== 'CHANGELOG.md')

type Named = { page: string; text: string }

/** Code in backticks, within a sentence. */
const spans: Named[] = pages.flatMap((page) => {
  const prose = readFileSync(page, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
    page,
    text: code.replaceAll(/\s+/g, ' '),
  }))
})
const lines: Named[] = pages.flatMap((page) =>
  blocksOf(page).flatMap(({ code }) => code.split('\n').map((text) => ({ page, text }))),
)
const named = [...spans, ...lines]

/** All matches of the pattern's group, with the page that has them. */
const findAll = (texts: Named[], pattern: RegExp): Named[] =>
  texts.flatMap(({ page, text }) =>
    [...text.matchAll(pattern)].map(([, found = '']) => ({ page, text: found.trim() })),
  )

const show = (missing: Named[]) => missing.map(({ page, text }) => `${page}: ${text}`)

/** `…` and `*` stand for any text. A path may also be relative to its page. */
function isPath({ page, text }: Named): boolean {
  const pattern = text.replaceAll('…', '*').replace(/\/$/, '')
  return ['.', dirname(page)].some((cwd) => globSync(pattern, { cwd }).length > 0)
}

test('every file and folder that a page names exists', () => {
  const startsWithFolder = new RegExp(`^((?:${folders.join('|')})/[\\w./*…-]*)$`, 'g')
  // Builds are not in a fresh clone.
  const paths = findAll(named, startsWithFolder).filter(({ text }) => !/\/dist\b/.test(text))
  expect(paths.length).toBeGreaterThan(50)
  expect(show(paths.filter((path) => !isPath(path)))).toEqual([])
})

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const calls = findAll(named, /\bnpm run (?:--silent )?([\w:]+)(?![\w:]| -w)/g)
  expect(calls.length).toBeGreaterThan(10)
  expect(show(calls.filter(({ text }) => !(text in scripts)))).toEqual([])
})

/** What is wrong with `partner create --name x`; null if the command and its options exist. */
function problemOf(program: Command, words: string[]): string | null {
  let command = program
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (!next) {
      if (command.commands.length > 0) return `${command.name()} has no command ${word}`
      break
    }
    command = next
  }
  const options = [...program.options, ...command.options].map(({ long }) => long)
  const unknown = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0])
  const missing = unknown.find((option) => option !== '--help' && !options.includes(option))
  return missing ? `${command.name()} has no option ${missing}` : null
}

test('every command of the CLI that a page names exists, with its options', () => {
  const program = buildProgram()
  const calls = findAll(named, /(?:^|npx |\$ |\()counterfoil ([a-z][^|;)&>#"']*)/g)
  expect(calls.length).toBeGreaterThan(50)
  const problems = calls.map(({ page, text }) => {
    const words = text.split(/\s+/).map((word) => word.replaceAll(/[[\],]/g, ''))
    return { page, text: problemOf(program, words) }
  })
  expect(problems.filter(({ text }) => text !== null)).toEqual([])
})

test('every setting and constant that a page names is in the code', () => {
  const sources = globSync(
    '{src,contract,deploy,sdk,examples,test}/**/*.{ts,tsx,js,mjs,py,go,java,kt,xml,yaml,service}',
  )
  const constant = /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g
  const known = new Set(sources.flatMap((file) => readFileSync(file, 'utf8').match(constant) ?? []))
  const constants = findAll(spans, constant)
  expect(constants.length).toBeGreaterThan(100)
  expect(show(constants.filter(({ text }) => !known.has(text)))).toEqual([])
})
