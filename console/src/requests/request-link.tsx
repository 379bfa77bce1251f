import { getRequest } from '@counterfoil/contract/admin/requests.ts'
import { AnchorLink } from '../kit/links.tsx'
import { useCan } from '../session/use-session.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'

/** From a refused redemption to its request. Nothing for a merchant, or if the request is unknown. */
export function RequestLink({ id }: { id: string | null }) {
  const can = useCan()
  if (id === null || !can(getRequest)) return null
  return (
    <AnchorLink to="/requests/$id" params={{ id }} inherit underline="always">
      {words.showRequest}
    </AnchorLink>
  )
}
