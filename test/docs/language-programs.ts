import { basename } from 'node:path'
import { type Block, blocksOf } from './code-blocks.ts'

export const LANGUAGES = ['js', 'python', 'go', 'java'] as const
export type Language = (typeof LANGUAGES)[number]

/** docs/sdks.md lists calls; test/sdk/tour.test.ts makes them. */
const isListOfCalls = (page: string) => page === 'docs/sdks.md'

/** A block that begins with the name of a file is a program of its own, and another test runs it. */
const isStep = ({ page, code }: Block) =>
  !isListOfCalls(page) && !/^(\/\/|#) \S+\.(mjs|py|go|java)\b/.test(code)

export function stepsOf(page: string, language: Language): Block[] {
  return blocksOf(page).filter((block) => block.language === language && isStep(block))
}

/** language-pages.test.ts runs the pages with steps in every language. */
export const isRunAsStep = (block: Block): boolean =>
  LANGUAGES.some((language) => language === block.language) &&
  isStep(block) &&
  stepsOf(block.page, 'java').length > 0

/** The steps of a page in one language, from its first block to its last, as one program. */
export function programOf(page: string, language: Language): string {
  const code = stepsOf(page, language)
    .map((block) => block.code)
    .join('\n')
  if (language === 'go') return goProgram(code)
  return language === 'java' ? javaProgram(code, javaClassOf(page)) : code
}

/** Imports and functions stand where they are declared, and everything else in `main`. */
function goProgram(code: string): string {
  const declarations: string[] = []
  const statements = code.replaceAll(/^(?:import \([^)]*\)|func \w[\s\S]*?^\})$/gm, (declaration) => {
    declarations.push(declaration)
    return ''
  })
  return `package main\n\n${declarations.join('\n\n')}\n\nfunc main() {\n${statements}\n}\n`
}

export const javaClassOf = (page: string): string => `Page_${basename(page, '.md').replaceAll('-', '_')}`

/** Imports first, and everything else in `main` of a class. */
function javaProgram(code: string, className: string): string {
  const imports = code.match(/^import .*;$/gm) ?? []
  const statements = code.replaceAll(/^import .*;\n/gm, '')
  return (
    `${imports.join('\n')}\n\nfinal class ${className} {\n` +
    `public static void main(String[] args) throws Exception {\n${statements}\n}\n}\n`
  )
}

/** The names that the shell blocks of a page export, which its programs read. */
export function exportsOf(page: string): string[] {
  return blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.match(/^export .*$/gm) ?? [])
    .flatMap((line) => line.match(/\b[A-Z][A-Z_]*(?==)/g) ?? [])
}
