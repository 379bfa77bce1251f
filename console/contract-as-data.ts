import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const NEEDS_TYPEBOX = /^import (?!type )[^\n]*'typebox'|\broutesOf\('|'\.\/routes\.ts'/m
/** Only the API reference needs these. Forms count the items of a list, and leave the check of each item to the service. */
const NOT_NEEDED = new Set([
  ...['responses', 'errors', 'summary', 'description', 'tag', 'examples', 'title', 'default', 'items'],
  // Only the service checks these.
  ...['params', 'headers', 'needsRecentProof', 'uniqueItems', 'dependentRequired'],
])

/**
 * Evaluates the contract's modules while building and puts their routes and schemas into the bundle as plain data.
 * TypeBox, responses and examples stay out: they would be half of the first screen.
 */
export function contractAsData(contractFolder: string): Plugin {
  return {
    name: 'contract-as-data',
    enforce: 'pre',
    async load(id) {
      if (!id.startsWith(contractFolder) || !NEEDS_TYPEBOX.test(readFileSync(id, 'utf8'))) return null
      const exported: Record<string, unknown> = await import(pathToFileURL(id).href)
      return Object.entries(exported)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(slim(value))}`)
        .join('\n')
    },
  }
}

function slim(value: unknown, isFieldMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isFieldMap || !NOT_NEEDED.has(key))
      .filter(([key, part]) => isFieldMap || key !== 'additionalProperties' || part !== false)
      .map(([key, part]) => [key, slim(part, !isFieldMap && key === 'properties')]),
  )
}
