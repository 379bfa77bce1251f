/** An ISO time as a `datetime-local` field wants it: in the reader's own zone, to the minute. */
export function toLocalInput(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The ISO time of a `datetime-local` field; null while it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
