import { listUsers } from '@counterfoil/contract/admin/users.ts'
import { useCan } from '../session/use-session.ts'
import { AnchorLink } from './links.tsx'

/** A user in a list of what users did. Merchants see the id but no page about the user. */
export function UserLink({
  of: { userId, externalUserId },
}: {
  of: { userId: string; externalUserId: string }
}) {
  const can = useCan()
  if (!can(listUsers)) return externalUserId
  return (
    <AnchorLink to="/users/$id" params={{ id: userId }} inherit className="wrap">
      {externalUserId}
    </AnchorLink>
  )
}
