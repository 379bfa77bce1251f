import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Kept between runs and shared by all tests that build Go: the first build also compiles Go's standard library. */
export function goCache(): string {
  const folder = resolve('node_modules/.cache/go')
  mkdirSync(folder, { recursive: true })
  return folder
}
