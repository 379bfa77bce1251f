type State = Record<string, unknown> | null

export type Change = { field: string; before: string | null; after: string | null }

const LONGEST = 80

/** What an entry of the audit log says, field by field; a side that did not exist is null. */
export function changesOf(before: State, after: State): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({ field, before: side(before, field), after: side(after, field) }))
}

function side(state: State, field: string): string | null {
  if (state === null || !(field in state)) return null
  const value = state[field]
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')} …` : text
}
