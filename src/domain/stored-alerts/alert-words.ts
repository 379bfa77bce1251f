import type { ALERT_SUBJECTS, AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import { ValueWriter } from '@counterfoil/contract/words/write-value.ts'
import { readAlert } from './alert-facts.ts'

// The sentences of alerts as the API says them, in English. Pure. The console builds them in its own language.

export type AlertSubject = { type: (typeof ALERT_SUBJECTS)[number]; id: string; name: string }
/** The numbers and texts of a sentence. They are stored as JSON. */
export type AlertFacts = Record<string, string | number | boolean | null>

/** What changed about an alert since the last message. A notice has happened and has no end. */
export type AlertChange = 'BEGAN' | 'ENDED' | 'BEGAN_AND_ENDED' | 'HAPPENED'

export type ReportedAlert = {
  id: string
  kind: AlertKind
  change: AlertChange
  subject: AlertSubject
  merchantId: string | null
  partnerId: string | null
  facts: AlertFacts
  since: string
  endedAt: string | null
}

type Described = Pick<ReportedAlert, 'kind' | 'subject' | 'facts'>

const describe = describerOf(IN_ENGLISH)
const writer = new ValueWriter(IN_ENGLISH)

/** The sentence of an alert, as staff read it in the back office. */
export function alertSentence(alert: Described): string {
  return describe({ ...readAlert(alert), changes: [] }).summary
}

/** 2026-10 becomes October 2026. */
export function monthInWords(month: string): string {
  return writer.formatMonth(month)
}
