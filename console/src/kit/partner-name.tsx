import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import { useCan } from '../session/use-session.ts'
import { AnchorLink } from './links.tsx'

/** The desk of a partner knows its name, and has no page about it. */
export function PartnerName({ id, name }: { id: string; name: string }) {
  const can = useCan()
  if (!can(getIntegrationHealth)) return name
  return (
    <AnchorLink to="/partners/$id" params={{ id }} size="sm">
      {name}
    </AnchorLink>
  )
}
