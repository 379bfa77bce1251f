/** The ISO time of a `datetime-local` field; null while it is empty or incomplete. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
