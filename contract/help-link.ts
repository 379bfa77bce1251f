/** The section of the documentation about an error code. It is served by the service itself. */
export function helpPath(code: string): string {
  return `/docs/errors#${code}`
}

/** The header `link` of every error response (RFC 8288). */
export function helpLink(code: string): string {
  return `<${helpPath(code)}>; rel="help"`
}
