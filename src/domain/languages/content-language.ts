import type { PartnerEntry } from '../actors/partner.ts'
import type { Language, LanguageChoice, LanguageRequest } from './language-choice.ts'

/** The catalog, which knows the languages of its texts. */
export type LanguagesDeps = {
  catalog: Record<'current' | 'latest', (partner: PartnerEntry) => Promise<{ languages: LanguageChoice }>>
}

/** The language for a route that does not read the catalog. Returns null, at no cost, if the request names none. */
export async function chooseLanguage(
  deps: LanguagesDeps,
  partner: PartnerEntry,
  request: LanguageRequest,
): Promise<Language | null> {
  if (asksForNone(request)) return null
  return (await deps.catalog.current(partner)).languages.choose(request)
}

/**
 * The language of a redemption. Unlike `chooseLanguage`, this does not wait for changes of the catalog and does not fail
 * if the catalog cannot be read.
 */
export async function chooseLanguageOfRedemption(
  deps: LanguagesDeps,
  partner: PartnerEntry,
  request: LanguageRequest,
): Promise<Language | null> {
  if (asksForNone(request)) return null
  return deps.catalog.latest(partner).then(
    ({ languages }) => languages.choose(request),
    () => null,
  )
}

function asksForNone({ lang, acceptLanguage }: LanguageRequest): boolean {
  return lang === undefined && acceptLanguage === null
}

/** The headers of a response in a chosen language. Without one, the response has none of them. */
export function languageHeaders(language: Language | null): Record<string, string> {
  return language ? { 'content-language': language.tag, vary: 'accept-language' } : {}
}

/** The entity tag of a response in a language. It is weak, because compression changes the bytes but not their meaning. */
export function entityTag(digest: string, language: Language | null): string {
  return `W/"${digest}${language ? `-${language.tag}` : ''}"`
}
