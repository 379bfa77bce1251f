/** The result of one check of the configuration. The message of a warning or error says how to fix it. */
export type Finding = { part: string; level: 'ok' | 'warning' | 'wrong'; message: string }

export const ok = (part: string, message: string): Finding => ({ part, level: 'ok', message })
export const warning = (part: string, message: string): Finding => ({ part, level: 'warning', message })
export const wrong = (part: string, message: string): Finding => ({ part, level: 'wrong', message })

/** Why a request failed. The error of `fetch` does not say why; its innermost cause does. */
export function reasonOf(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  const { message, code } = cause as NodeJS.ErrnoException
  // The name and password in a URL are secret.
  return (message || String(code)).replaceAll(/\/\/[^/@\s]*@/g, '//')
}
