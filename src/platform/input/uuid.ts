const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id in a consumer's path that is none names nothing, and must not reach a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
