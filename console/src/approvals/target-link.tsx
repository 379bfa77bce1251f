import { plainText } from '@counterfoil/contract/markup.ts'
import { RecordLink, type RecordScreen } from '../kit/links.tsx'
import { APPROVAL_SETTINGS_WORDS } from '../words/approvals.ts'

const SCREENS: Record<string, RecordScreen> = {
  voucher: '/vouchers/$id',
  outlet: '/outlets/$id',
  merchant: '/merchants/$id',
  partner: '/partners/$id',
}

/** The record that a request is about, by its name. */
export function TargetLink({
  of: { target, targetName },
}: {
  of: { target: string; targetName: string | null }
}) {
  const [kind = '', id = ''] = target.split(':')
  const screen = SCREENS[kind]
  if (!screen) return <>{APPROVAL_SETTINGS_WORDS.title}</>
  return <RecordLink to={screen} id={id} name={plainText(targetName ?? id)} className="wrap" />
}
