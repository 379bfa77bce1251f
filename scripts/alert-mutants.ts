// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are source text
import { type Mutant, mutantsOf } from './mutants-of.ts'

const SENDING_TESTS = ['test/alerts/sending.test.ts']
const WATCH_TESTS = ['test/alerts/watch.test.ts']
const CRASH_TESTS = ['test/faults/alert-crash.test.ts']
const COMPOSE = 'src/domain/alerts/messages/compose-messages.ts'
const QUERIES = 'src/domain/alerts/messages/message-queries.ts'
const SEND = 'src/domain/alerts/messages/send-messages.ts'
const WATCH = 'src/domain/alerts/watch-alerts.ts'

/** Mistakes in the messages about alerts: storms, quiet hours, and what is sent again. */
export const ALERT_MUTANTS: Mutant[] = [
  ...mutantsOf(COMPOSE, SENDING_TESTS)(
    ['!recent.includes(kind) && (', '('],
    ['MIN_PAUSE_MS = 10 * 60 * 1000', 'MIN_PAUSE_MS = 9 * 60 * 1000'],
    ['MIN_PAUSE_MS = 10 * 60 * 1000', 'MIN_PAUSE_MS = 12 * 60 * 1000'],
  ),
  ...mutantsOf('src/domain/alerts/messages/quiet-hours.ts', SENDING_TESTS)(
    ['toZonedDateTimeISO(timezone)', "toZonedDateTimeISO('UTC')"],
    ['from < until ? time >= from && time < until', 'true ? time >= from && time < until'],
    ['time >= from || time < until', 'time >= from || time <= until'],
  ),
  ...mutantsOf(SEND, SENDING_TESTS)(
    ['.filter(({ quietHours, timezone }) => isQuiet(quietHours, timezone, now()))', '.filter(() => false)'],
    ['const { id, attempt, createdAt,', 'const id = crypto.randomUUID()\n  const { attempt, createdAt,'],
    [
      'const { id, attempt, createdAt, alerts, acceptedBy } = claimed',
      'const { id, attempt, createdAt, alerts } = claimed\n  const acceptedBy: string[] = []',
    ],
  ),
  ...mutantsOf(
    SEND,
    CRASH_TESTS,
  )(['const { id, attempt, createdAt,', 'const id = crypto.randomUUID()\n  const { attempt, createdAt,']),
  ...mutantsOf(QUERIES, SENDING_TESTS)(
    [" and m.accepted_by = '{}'", ''],
    ['where m.destination_id = l.destination_id and', 'where'],
  ),
  ...mutantsOf(WATCH, WATCH_TESTS)(
    [
      'const over = ended.filter(({ kind, subject }) => {',
      'const over = ended.filter(({ kind, subject }) => {\n    return true',
    ],
    ['openKeys.has(alertKey(alert)) || isOldEnough(alert, now)', 'true'],
    ['if (over.length > 0) await insertEndLines(tx, idsOf(over), now)', ''],
  ),
]
