import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { Fragment, type ReactNode } from 'react'
import type { Partner } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { PendingRequests } from '../approvals/pending-requests.tsx'
import { BackLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'

/** A screen of one partner, below the link to all of them. */
export function PartnerScreen({ id, children }: { id: string; children: (partner: Partner) => ReactNode }) {
  const partner = useApiQuery(getPartner, { params: { id } })
  return (
    <>
      <BackLink to="/partners">{words.back}</BackLink>
      <PendingRequests target={`partner:${id}`} />
      <Loaded of={partner}>{(data) => <Fragment key={data.id}>{children(data)}</Fragment>}</Loaded>
    </>
  )
}
