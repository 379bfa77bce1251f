import { readFileSync } from 'node:fs'
import { type Block, blocksOf } from './code-blocks.ts'

export const QUICKSTART = 'docs/quickstart-backend.md'

/** The tabs of the quickstart, with what has to be installed for each. */
export const QUICKSTARTS: Record<string, string[]> = {
  js: ['node', '--version'],
  python: ['python3', '-c', 'import venv'],
  go: ['go', 'version'],
  java: ['javac', '--version'],
}

/** What a reader of one language pastes into the terminal of the backend, and into the third terminal. */
export function terminalsOf(language: string): [backend: Block[], caller: Block[]] {
  const blocks = blocksOf(QUICKSTART).filter(({ tab }) => tab === null || tab === language)
  const start = blocks.findIndex(({ mark }) => mark?.startsWith('runs until'))
  return [blocks.slice(0, start + 1), blocks.slice(start + 1)]
}

const WORDS_PER_MINUTE = 200
const SECONDS_PER_BLOCK = 10

/** The seconds that a reader needs for the text, and to find, copy and paste the blocks of a language. */
export function readingSeconds(language: string): number {
  const prose = readFileSync(QUICKSTART, 'utf8').replaceAll(/^```[\s\S]*?^```$|<!--.*?-->/gm, '')
  const words = prose.split(/\s+/).filter((word) => /\w/.test(word)).length
  return (words / WORDS_PER_MINUTE) * 60 + terminalsOf(language).flat().length * SECONDS_PER_BLOCK
}
