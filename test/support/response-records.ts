import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One file for each worker: the test files that it ran, and the error codes that were answered in them. */
    responseRecords: string
    /** False with `-t`, which runs files only in part. */
    isWholeFiles: boolean
  }
}

/** What a run has recorded so far. */
export type ResponseRecords = { files: Set<string>; codes: Set<string> }

/** Runs once: makes the folder, and removes it at the end of the run. */
export async function setup({ provide, vitest }: TestProject) {
  const folder = await temporaryFolder('responses')
  provide('responseRecords', folder)
  provide('isWholeFiles', vitest.config.testNamePattern === undefined)
  return () => rm(folder, { recursive: true, force: true })
}

export function recordFile(path: string): void {
  append('file', path)
}

export function recordCode(code: ErrorCode): void {
  append('code', code)
}

/** Writes each record synchronously, so that nothing is lost when a worker is killed. */
function append(kind: 'file' | 'code', value: string): void {
  appendFileSync(join(inject('responseRecords'), String(process.pid)), `${kind} ${value}\n`)
}

export function readResponseRecords(): ResponseRecords {
  const lines = globSync(join(inject('responseRecords'), '*')).flatMap((path) =>
    readFileSync(path, 'utf8').trimEnd().split('\n'),
  )
  const valuesOf = (kind: string) =>
    new Set(lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1)))
  return { files: valuesOf('file'), codes: valuesOf('code') }
}
