import type { Deps } from '../deps.ts'
import type { Language, LanguageRequest } from './language-choice.ts'

/** The language for a route that does not read the catalog. Null, at no cost, if the request asks for none. */
export async function chooseLanguage(deps: Deps, request: LanguageRequest): Promise<Language | null> {
  if (request.lang === undefined && request.acceptLanguage === null) return null
  return (await deps.catalog.current()).languages.choose(request)
}

/** The headers of an answer in a chosen language. Without one, the answer has none of them. */
export function languageHeaders(language: Language | null): Record<string, string> {
  return language ? { 'content-language': language.tag, vary: 'accept-language' } : {}
}
