import type { StaffLanguage } from '@counterfoil/contract/shapes/staff-language.ts'
import { LANGUAGE } from '../time/language.ts'

const NAME = 'console-language'
const YEAR_S = 365 * 24 * 3600

/** The service reads this cookie to choose the page. It stays after a sign-out, for the next sign-in. */
function read(): string | null {
  return new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(document.cookie)?.[1] ?? null
}

/** Loads the page again if the person has chosen another language. Null: the language of the browser. */
export function followLanguage(chosen: StaffLanguage | null): void {
  if (read() === chosen) return
  const lifetime = chosen === null ? 0 : YEAR_S
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has the Cookie Store API only since 18.4.
  document.cookie = `${NAME}=${chosen ?? ''}; Path=/console; SameSite=Strict; Max-Age=${lifetime}${secure}`
  // A browser that refuses the cookie must not load the page forever.
  if (read() === chosen && chosen !== LANGUAGE) location.reload()
}
