import { getOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Refusal } from '../api/records.ts'
import { Coded } from '../kit/coded.tsx'
import { type Fact, Facts } from '../kit/facts.tsx'
import { ButtonLink, RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useCan } from '../session/use-session.ts'
import { REFUSAL_CODE_WORDS, REFUSAL_WORDS } from '../words/refusals.ts'
import { REQUEST_WORDS as words } from '../words/requests.ts'

/** The redemption that a request asked for, and why it was refused. */
export function RefusedRedemption({ refusal }: { refusal: Refusal }) {
  const can = useCan()
  const { userId, voucherId, outletId, code, distanceMeters } = refusal
  const facts: Fact[] = [
    { name: REFUSAL_WORDS.voucher, value: <VoucherLink of={refusal} /> },
    { name: words.outlet, value: <OutletLink of={refusal} /> },
    {
      name: REFUSAL_WORDS.distance,
      value: distanceMeters === null ? words.noDistance : REFUSAL_WORDS.meters(distanceMeters),
    },
    { name: REFUSAL_WORDS.reason, value: <Coded words={REFUSAL_CODE_WORDS[code]} code={code} /> },
  ]
  return (
    <Panel
      title={words.refusal}
      actions={
        can(getRedeemability) && (
          <ButtonLink
            to="/users/$id"
            params={{ id: userId }}
            search={{ tab: 'redeemability', voucherId, outletId }}
            size="xs"
            variant="default"
          >
            {REFUSAL_WORDS.checkNow}
          </ButtonLink>
        )
      }
    >
      <Facts label={words.refusal} of={facts} />
    </Panel>
  )
}

function VoucherLink({ of: { voucherId: id, voucherTitle } }: { of: Refusal }) {
  const can = useCan()
  if (voucherTitle === null) return REFUSAL_WORDS.unknownVoucher
  if (!can(getVoucher)) return <MarkedTitle title={voucherTitle} />
  return <RecordLink to="/vouchers/$id" id={id} name={<MarkedTitle title={voucherTitle} />} />
}

function OutletLink({ of: { outletId: id, outletName } }: { of: Refusal }) {
  const can = useCan()
  if (outletName === null) return REFUSAL_WORDS.unknownOutlet
  if (!can(getOutlet)) return outletName
  return <RecordLink to="/outlets/$id" id={id} name={outletName} />
}
