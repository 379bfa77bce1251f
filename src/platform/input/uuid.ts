const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Check ids from consumer paths first: PostgreSQL refuses to compare other text with a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
