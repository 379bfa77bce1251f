type State = Record<string, unknown> | null

export type Change = { field: string; before: string | null; after: string | null }

const LONGEST = 80

/** What an entry of the audit log says, field by field, what is empty last; a side that did not exist is null. */
export function changesOf(before: State, after: State): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // The target names it already.
  fields.delete('id')
  const says = (field: string) => [before?.[field], after?.[field]].some((value) => (value ?? '') !== '')
  const ordered = [...fields].sort((a, b) => Number(says(b)) - Number(says(a)))
  return ordered.map((field) => ({ field, before: side(before, field), after: side(after, field) }))
}

function side(state: State, field: string): string | null {
  if (state === null || !(field in state)) return null
  const value = state[field]
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  const characters = [...text]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')} …` : text
}
