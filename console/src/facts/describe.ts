import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { describerOf, type EntryInWords } from '@counterfoil/contract/words/describe-facts.ts'
import type { FactLanguage } from '@counterfoil/contract/words/fact-words.ts'
import type { Static } from 'typebox'
import { LANGUAGE, SENTENCE_LOCALE } from '../time/language.ts'
import { formatMoney } from '../time/money.ts'
import { useTimeZone } from '../time/time-zone.ts'
import { describeMoment } from '../time/wall-time.ts'
import { FACT_FIELD_WORDS } from '../words/fact-fields.ts'
import { FACT_WORDS } from '../words/facts.ts'

type Describe = (facts: Static<typeof EntryFacts>) => EntryInWords

const describers = new Map<string, Describe>()

/** Puts facts into words in the language of the console, with times in a zone. */
export function describeIn(timeZone: string): Describe {
  const describer = describers.get(timeZone) ?? createDescriber(timeZone)
  describers.set(timeZone, describer)
  return describer
}

function createDescriber(timeZone: string): Describe {
  return describerOf(languageIn(timeZone))
}

/** The language of the console, with times in a zone. */
export function languageIn(timeZone: string): FactLanguage {
  return {
    words: FACT_WORDS,
    fields: FACT_FIELD_WORDS,
    locale: SENTENCE_LOCALE,
    isRightToLeft: LANGUAGE === 'ar',
    writeTime: (at, zone = timeZone) => describeMoment(at, zone) || at,
    writeMoney: formatMoney,
  }
}

export function useDescribe(): Describe {
  return describeIn(useTimeZone())
}
