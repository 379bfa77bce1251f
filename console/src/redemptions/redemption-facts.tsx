import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Redemption } from '../api/records.ts'
import type { Fact } from '../kit/facts.tsx'
import { RecordLink } from '../kit/links.tsx'
import { UserLink } from '../kit/user-link.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { useCan, useSees } from '../session/use-session.ts'
import { AccessName } from '../staff/access-name.ts'
import { formatMoney } from '../time/money.ts'
import { cycleName, monthName } from '../time/month.ts'
import { FLAG_REASON_WORDS, OUTCOME_WORDS, REDEMPTION_WORDS as words } from '../words/redemptions.ts'

/** Says who redeemed, where, how far away, and what became of it. Each role sees only what it may open. */
export function useRedemptionFacts(redemption: Redemption): Fact[] {
  const can = useCan()
  const sees = useSees()
  const { redeemedAt, merchantId, partnerId, code } = redemption
  const { redemptionValue, statementMonth } = redemption
  const when = (at: string) => <MerchantMoment at={at} merchantId={merchantId} />
  return [
    { name: words.when, value: when(redeemedAt) },
    {
      name: words.user,
      value: <UserLink of={redemption} />,
    },
    ...(can(getPartner)
      ? [{ name: words.partner, value: <AccessName merchantIds={null} partnerId={partnerId} /> }]
      : []),
    ...(can(getMerchant) ? [{ name: words.merchant, value: <MerchantLink id={merchantId} /> }] : []),
    ...placeOf(redemption),
    ...(sees('consumerLat') ? [positionOf(redemption)] : []),
    { name: words.code, value: code === null ? words.noCode : <Code>{code}</Code> },
    { name: words.value, value: redemptionValue === null ? words.noValue : formatMoney(redemptionValue) },
    { name: words.statementMonth, value: monthName(statementMonth) },
    ...outcomeOf(redemption, when),
  ]
}

function MerchantLink({ id }: { id: string }) {
  return <RecordLink to="/merchants/$id" id={id} name={<AccessName merchantIds={[id]} partnerId={null} />} />
}

function placeOf(redemption: Redemption): Fact[] {
  const { outletName, gpsDistanceMeters: meters } = redemption
  return [
    { name: words.outlet, value: outletName },
    { name: words.distance, value: meters === null ? words.noDistance : words.meters(meters) },
  ]
}

function positionOf({ consumerLat: lat, consumerLng: lng, gpsAccuracyMeters }: Redemption): Fact {
  const hasPosition = lat !== null && lng !== null
  return {
    name: words.position,
    value: hasPosition ? words.positionOf(lat, lng, gpsAccuracyMeters) : words.noPosition,
  }
}

function outcomeOf(redemption: Redemption, when: (at: string) => ReactNode): Fact[] {
  const { cycleKey, flagReason, voidedAt, voidReason, review } = redemption
  return [
    { name: words.cycle, value: cycleKey === 'ONE_TIME' ? words.oneTime : cycleName(cycleKey) },
    ...(flagReason === null ? [] : [{ name: words.flagReason, value: FLAG_REASON_WORDS[flagReason] }]),
    ...(voidedAt === null
      ? []
      : [
          { name: words.voidedAt, value: when(voidedAt) },
          { name: words.voidReason, value: voidReason },
        ]),
    ...(review === null
      ? []
      : [
          {
            name: words.review,
            value: (
              <>
                {review.reviewedByName === null
                  ? OUTCOME_WORDS[review.outcome]
                  : words.reviewedBy(OUTCOME_WORDS[review.outcome], review.reviewedByName)}{' '}
                · {when(review.reviewedAt)}
              </>
            ),
          },
          ...(review.note === null ? [] : [{ name: words.reviewNote, value: review.note }]),
        ]),
  ]
}
