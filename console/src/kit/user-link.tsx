import { listUsers } from '@counterfoil/contract/admin/users.ts'
import { useCan } from '../session/use-session.ts'
import { RecordLink } from './links.tsx'

/** A user in a list of what users did. Merchants see the id but no page about the user. */
export function UserLink({
  of: { userId, externalUserId },
}: {
  of: { userId: string; externalUserId: string }
}) {
  const can = useCan()
  if (!can(listUsers)) return externalUserId
  return <RecordLink to="/users/$id" id={userId} name={externalUserId} className="wrap" />
}
