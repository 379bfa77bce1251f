import { listDeliveries } from '@counterfoil/contract/admin/deliveries.ts'
import { getRedemption, reviewRedemption, voidRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Redemption } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { HistoryPanel } from '../history/lazy-history.ts'
import { Facts } from '../kit/facts.tsx'
import { BackLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { NotesPanel } from '../notes/lazy-notes.ts'
import { useCan } from '../session/use-session.ts'
import { REDEMPTION_WORDS as words } from '../words/redemptions.ts'
import { RedemptionDeliveries } from './redemption-deliveries.tsx'
import { useRedemptionFacts } from './redemption-facts.tsx'
import { RedemptionState } from './redemption-state.tsx'
import { ReviewForm } from './review-form.tsx'
import { VoidDialog } from './void-dialog.tsx'

const route = getRouteApi('/redemptions/$id')

export function RedemptionDetail() {
  const { id } = route.useParams()
  const redemption = useApiQuery(getRedemption, { params: { id } })
  return (
    <>
      <BackLink to="/redemptions">{words.back}</BackLink>
      <Loaded of={redemption}>{(data) => <RedemptionPage key={data.id} redemption={data} />}</Loaded>
    </>
  )
}

function RedemptionPage({ redemption }: { redemption: Redemption }) {
  const can = useCan()
  const facts = useRedemptionFacts(redemption)
  return (
    <>
      <PageHeading
        title={<MarkedTitle title={redemption.voucherTitle} />}
        below={<RedemptionState of={redemption} />}
      >
        {can(voidRedemption) && <VoidButton redemption={redemption} />}
      </PageHeading>
      <Stack gap="xl">
        <Facts label={words.facts} of={facts} />
        {can(reviewRedemption) && redemption.status === 'FLAGGED' && (
          <ReviewForm key={redemption.review?.reviewedAt ?? ''} redemption={redemption} />
        )}
        {can(listDeliveries) && <RedemptionDeliveries redemption={redemption} />}
        <Suspense fallback={null}>
          <NotesPanel target={`redemption:${redemption.id}`} />
          <HistoryPanel target={`redemption:${redemption.id}`} />
        </Suspense>
      </Stack>
    </>
  )
}

function VoidButton({ redemption }: { redemption: Redemption }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ReasonButton
        color="red"
        variant="light"
        reason={redemption.voidedAt === null ? null : words.alreadyVoided}
        onClick={() => setOpen(true)}
      >
        {words.void}
      </ReasonButton>
      {isOpen && <VoidDialog redemption={redemption} close={() => setOpen(false)} />}
    </>
  )
}
