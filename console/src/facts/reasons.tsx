import type { SentencesFacts } from '@counterfoil/contract/admin/facts.ts'
import { reasonWriter } from '@counterfoil/contract/words/reason.ts'
import { lookUp } from '@counterfoil/contract/words/write-value.ts'
import type { Static } from 'typebox'
import { useTimeZone } from '../time/time-zone.ts'
import { REASON_WORDS } from '../words/reasons.ts'
import { languageIn } from './describe.ts'

type Explained = { facts?: Static<typeof SentencesFacts> | null; english: string }

const writers = new Map<string, ReturnType<typeof reasonWriter>>()

function writerIn(timeZone: string) {
  const writer = writers.get(timeZone) ?? reasonWriter(languageIn(timeZone), REASON_WORDS)
  writers.set(timeZone, writer)
  return writer
}

/** Why, in the language of the console. During an upgrade, an older service sends its English only. */
function reasonsIn(timeZone: string, { facts, english }: Explained): string[] {
  return ((facts && writerIn(timeZone)(facts)) ?? [english]).map(withoutMarks)
}

const useReasons = (explained: Explained) => reasonsIn(useTimeZone(), explained)

/** For a file. Times are in UTC. */
export const reasonText = (explained: Explained) => reasonsIn('UTC', explained).join(' ')

/** One line for each reason. */
export function Reasons(explained: Explained) {
  return useReasons(explained).map((reason) => (
    <div key={reason} className="wrap">
      {reason}
    </div>
  ))
}

/** All in one line. */
export function Reason(explained: Explained) {
  return useReasons(explained).join(' ')
}

/** What an error code means. Partners read the same sentence in the documentation. */
export function errorMeaning(code: string): string {
  const meaning = lookUp(REASON_WORDS, code)
  return typeof meaning === 'string' ? withoutMarks(meaning) : code
}

/** The English of the contract marks code as Markdown does. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '')
}
