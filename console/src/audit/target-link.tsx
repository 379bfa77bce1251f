import type { listAudit } from '@counterfoil/contract/admin/audit.ts'
import type { ResponseBody } from '../api/call.ts'
import { RecordLink, type RecordScreen } from '../kit/links.tsx'
import { APPROVAL_SETTINGS_WORDS } from '../words/approvals.ts'
import { AUDIT_KIND_WORDS } from '../words/audit.ts'
import { SETTINGS_WORDS } from '../words/settings.ts'
import { STATEMENT_SETTINGS_WORDS } from '../words/statements.ts'

export type Entry = ResponseBody<typeof listAudit>['items'][number]

const SCREENS: Record<string, RecordScreen> = {
  delivery: '/deliveries/$id',
  merchant: '/merchants/$id',
  outlet: '/outlets/$id',
  partner: '/partners/$id',
  redemption: '/redemptions/$id',
  user: '/users/$id',
  voucher: '/vouchers/$id',
}

const SETTINGS: Record<string, string> = {
  approvals: APPROVAL_SETTINGS_WORDS.title,
  'sign-in': SETTINGS_WORDS.secondFactor,
  statements: STATEMENT_SETTINGS_WORDS.title,
}

/** The record that an entry is about, by kind and name. It leads to the record's screen, if the console has one. */
export function TargetLink({ entry: { target, targetName } }: { entry: Entry }) {
  const [kind = '', id = ''] = target.split(':')
  const kindInWords = (AUDIT_KIND_WORDS as Record<string, string>)[kind]
  const screen = SCREENS[kind]
  if (kindInWords === undefined) return <span className="wrap">{target}</span>
  if (id === '') return <span className="wrap">{kindInWords}</span>
  const name = targetName ?? (kind === 'settings' ? (SETTINGS[id] ?? id) : id)
  return (
    <span className="wrap">
      {kindInWords}: {screen && targetName !== null ? <RecordLink to={screen} id={id} name={name} /> : name}
    </span>
  )
}
