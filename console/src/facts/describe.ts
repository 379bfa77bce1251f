import type { EntryFacts } from '@counterfoil/contract/admin/facts.ts'
import { describerOf, type EntryInWords } from '@counterfoil/contract/words/describe-facts.ts'
import type { FactLanguage } from '@counterfoil/contract/words/fact-words.ts'
import type { Static } from 'typebox'
import { LANGUAGE, SENTENCE_LOCALE } from '../time/language.ts'
import { formatMoney } from '../time/money.ts'
import { describeMoment } from '../time/wall-time.ts'
import { DESTINATION_KIND_WORDS } from '../words/alert-destinations.ts'
import { EVENT_WORDS } from '../words/deliveries.ts'
import { FACT_FIELD_WORDS } from '../words/fact-fields.ts'
import { FACT_WORDS } from '../words/facts.ts'
import { FAILURE_WORDS } from '../words/failures.ts'
import { ALERT_WORDS } from '../words/overview-page.ts'
import { TEXT_FORM_WORDS } from '../words/text-forms.ts'

/** During an upgrade, an older service sends its English only. */
export type Entry = EntryInWords & { facts?: Static<typeof EntryFacts> }
type Describe = (entry: Entry) => EntryInWords

const describers = new Map<string, Describe>()

/** Puts an entry into words in the language of the console, with times in a zone. */
export function describeIn(timeZone: string): Describe {
  const describer = describers.get(timeZone) ?? createDescriber(timeZone)
  describers.set(timeZone, describer)
  return describer
}

function createDescriber(timeZone: string): Describe {
  const describe = describerOf(languageIn(timeZone))
  return (entry) => (entry.facts === undefined ? entry : describe(entry.facts))
}

/** The codes that other screens show, too. */
const WORDS = {
  ...FACT_WORDS,
  codes: {
    ...FACT_WORDS.codes,
    ...codesOf('alertKinds', ALERT_WORDS),
    ...codesOf('eventTypes', EVENT_WORDS),
    ...codesOf('alert_destination.kind', DESTINATION_KIND_WORDS),
    ...codesOf('field', FACT_FIELD_WORDS),
    ...codesOf('form', TEXT_FORM_WORDS),
  },
}

function codesOf(field: string, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([code, text]) => [`${field}.${code}`, text]))
}

/** The language of the console, with times in a zone. */
export function languageIn(timeZone: string): FactLanguage {
  return {
    words: WORDS,
    fields: FACT_FIELD_WORDS,
    failures: FAILURE_WORDS,
    locale: SENTENCE_LOCALE,
    isRightToLeft: LANGUAGE === 'ar',
    writeTime: (at, zone = timeZone) => describeMoment(at, zone) || at,
    writeMoney: formatMoney,
  }
}
