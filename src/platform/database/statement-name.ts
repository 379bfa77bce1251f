import type { Rendered } from './sql.ts'

/** Each name takes memory on every connection, and filters that are assembled at run time have a few hundred forms. */
const MAX_NAMES = 2_000

const names = new Map<string, string>()

/** The name of a prepared statement: each connection parses it once. Texts without parameters are not prepared. */
export function statementName({ text, values }: Rendered): string | undefined {
  if (values.length === 0) return undefined
  let name = names.get(text)
  if (name === undefined && names.size < MAX_NAMES) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}
