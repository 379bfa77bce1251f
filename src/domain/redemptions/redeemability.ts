import { type Redeemability, RULE_CODES, type RuleCode } from '@counterfoil/contract/admin/redeemability.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { findUser } from '../users/user-search-queries.ts'
import { loadPreviewFacts } from './preview-facts.ts'
import { decide, type Facts, listBrokenRules } from './rules/decide.ts'
import { RULE_FACTS } from './rules/rule-facts.ts'

type Rule = Static<typeof Redeemability>['rules'][number]

/** Explains each rule by the facts and the decision of a redemption, so the explanation cannot differ from it. */
export async function explainRedeemability(
  deps: PartnersDeps,
  caller: Caller,
  userId: string,
  ids: { voucherId: string; outletId?: string },
): Promise<Static<typeof Redeemability> | Refusal> {
  const user = await findUser(deps.db, caller, userId)
  const partner = user && (await deps.partners.byId(user.partnerId))
  if (!user || !partner) return refuse('not_found')
  if (user.anonymizedAt !== null) return refuse('user_not_found')
  const facts = byUsualMethod(await loadPreviewFacts(deps, { ...user, partner }, ids))
  const decision = decide(facts)
  const refusal = partner.disabled ? 'partner_disabled' : 'code' in decision ? decision.code : null
  const broken = new Set<RuleCode>(listBrokenRules(facts) as RuleCode[])
  const hiddenAfter = caller.partnerId !== null ? HIDING_RULES.find((code) => broken.has(code)) : undefined
  const shown = hiddenAfter === undefined ? facts : { voucher: null, outlet: null }
  return {
    ...{ userId: user.id, voucherId: ids.voucherId, voucherTitle: shown.voucher?.title ?? null },
    ...{ outletId: ids.outletId ?? null, outletName: shown.outlet?.name ?? null },
    redeemable: refusal === null,
    refusal: refusal as RuleCode | null,
    rules: [explainPartner(partner.disabled), ...explainRules(facts, broken, hiddenAfter)],
  }
}

/** At an outlet that takes codes only, nobody redeems by PIN. */
function byUsualMethod(facts: Facts): Facts {
  return facts.outlet?.redeemBy === 'QR' ? { ...facts, method: 'QR' } : facts
}

/** If one of these rules refuses, a partner learns nothing more about the draft, or the voucher out of scope. */
const HIDING_RULES = ['voucher_not_found', 'voucher_out_of_scope', 'merchant_out_of_scope'] as const

function explainPartner(isDisabled: boolean): Rule {
  const sentence = isDisabled ? 'rule.partnerDisabled' : 'rule.partnerEnabled'
  return { code: 'partner_disabled', ok: !isDisabled, checked: true, ...inWords([reasonWith(sentence)]) }
}

function explainRules(
  facts: Facts,
  broken: Set<RuleCode>,
  hiddenAfter: (typeof HIDING_RULES)[number] | undefined,
): Rule[] {
  const codes = RULE_CODES.filter((code) => code !== 'partner_disabled')
  const shownCount = hiddenAfter === undefined ? codes.length : codes.indexOf(hiddenAfter) + 1
  return codes.map((code, i) => {
    if (i >= shownCount) return { code, ok: true, checked: false, ...inWords([reasonWith('rule.hidden')]) }
    const isHiddenDraft = code === 'voucher_not_found' && code === hiddenAfter
    const { checked, sentences } = RULE_FACTS[code](isHiddenDraft ? { ...facts, voucher: null } : facts)
    return { code, ok: !broken.has(code), checked, ...inWords(sentences) }
  })
}

const inWords = (sentences: Reason[]) => ({ facts: sentences.map(reasonInEnglish).join(' '), sentences })
