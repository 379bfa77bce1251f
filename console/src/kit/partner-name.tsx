import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AnchorLink } from './links.tsx'

export function PartnerName({ id }: { id: string }) {
  const partner = useApiQuery(getPartner, { params: { id } })
  return (
    <AnchorLink to="/partners/$id" params={{ id }} size="sm">
      {partner.data?.name ?? '…'}
    </AnchorLink>
  )
}
