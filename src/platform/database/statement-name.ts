import type { Rendered } from './sql.ts'

/** Each costs memory on every connection. Filters that are put together at run time have a few hundred forms. */
const MAX_NAMES = 2_000

const names = new Map<string, string>()

/** The name under which a text is prepared, so that each connection parses it once. None for texts without parameters. */
export function statementName({ text, values }: Rendered): string | undefined {
  if (values.length === 0) return undefined
  let name = names.get(text)
  if (name === undefined && names.size < MAX_NAMES) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}
