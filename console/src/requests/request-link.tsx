import { getRequest } from '@counterfoil/contract/admin/requests.ts'
import { AnchorLink } from '../kit/links.tsx'
import { useCan } from '../session/use-session.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'

/** A link from a refused redemption to its request. Merchants get none, and an unknown request has none. */
export function RequestLink({ id }: { id: string | null }) {
  const can = useCan()
  if (id === null || !can(getRequest)) return null
  return (
    <AnchorLink to="/requests/$id" params={{ id }} inherit underline="always">
      {words.showRequest}
    </AnchorLink>
  )
}
