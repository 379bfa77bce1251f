import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { useAnswer } from '../api/use-answer.ts'
import { AnchorLink } from '../kit/links.tsx'

export function PartnerName({ id }: { id: string }) {
  const partner = useAnswer(getPartner, { params: { id } })
  return (
    <AnchorLink to="/partners/$id" params={{ id }} size="sm">
      {partner.data?.name ?? '…'}
    </AnchorLink>
  )
}
