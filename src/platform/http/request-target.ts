/**
 * The path and query of a request target. RFC 9112, section 3.2.2: a request may name its target by an absolute URL.
 * Its host is dropped, because the client chooses it and a redirect must not lead there.
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? []
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}
