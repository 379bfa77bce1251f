import { listUsers } from '@counterfoil/contract/admin/users.ts'
import { useCan } from '../session/use-session.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { RecordLink } from './links.tsx'

type Customer = { userId: string; externalUserId: string | null }

/** Merchants do not see the partner's id of a user. The end of our own id lets them recognize the person again. */
export function customerName({ userId, externalUserId }: Customer): string {
  return externalUserId ?? words.customer(userId.slice(-8))
}

/** A user in a list of what users did. Merchants see no page about the user. */
export function UserLink({ of }: { of: Customer }) {
  const can = useCan()
  const name = customerName(of)
  if (!can(listUsers)) return name
  return <RecordLink to="/users/$id" id={of.userId} name={name} className="wrap" />
}
