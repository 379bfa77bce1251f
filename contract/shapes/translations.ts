import type { Static, TProperties } from 'typebox'
import { Optionals } from './fields.ts'
import { Strict } from './strict.ts'
import { Type } from './type.ts'

const MAX_LANGUAGES = 20

/** Language, script and region in the usual case, so that no language has two spellings. */
const LanguageTag = {
  type: 'string',
  pattern: '^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$',
  description: 'a BCP 47 language tag in its usual form, such as ms, zh-Hans or pt-BR',
}

/** Texts by language. `fields` are the translatable fields of the resource, with the limits of the originals. */
export function Translations<P extends TProperties>(fields: P, example: Record<string, object>) {
  const texts = Strict(Optionals(fields), { minProperties: 1 })
  return Type.Unsafe<Record<string, Static<typeof texts>>>({
    type: 'object',
    propertyNames: LanguageTag,
    additionalProperties: texts,
    maxProperties: MAX_LANGUAGES,
    description:
      'The text fields in other languages, by BCP 47 language tag. A field that is left out is shown in the base ' +
      'language. Consumers get the language that they ask for; events always carry the base text.',
    examples: [example],
  })
}

/** For consumer routes that return texts of merchants. */
export const LanguageQuery = {
  lang: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$',
      description: 'a language tag, such as ms or zh-Hans. It takes precedence over `Accept-Language`.',
      examples: ['ms'],
    }),
  ),
}

export const LANGUAGE_NOTE =
  'With `lang` or `Accept-Language`, texts are translated as far as the merchant has provided translations, and ' +
  '`content-language` names the chosen language.'
