import { redeemSteps } from './redeem-steps.ts'
import { SOURCES, textOf } from './sources.ts'
import type { Source, Step } from './steps.ts'

/** The functions of the schema with steps of a redemption. */
const GATED = [
  'add_to_user_quotas',
  'add_to_voucher_quotas',
  'require_current_vouchers',
  'remember_idempotency_keys',
  'draw_codes',
  'assign_codes',
  'insert_redemptions',
  'write_redemptions',
]

/** A function in plain SQL has no place for a gate, so its caller has it. The commit follows the last statement. */
const OTHER_PLACES: Record<string, Source> = {
  'note it as late': { in: 'write_redemptions', contains: 'perform note_late_redemptions(' },
  commit: { in: 'write_redemptions', contains: 'return codes;' },
}

/** All steps of redemptions, in the order in which a batch passes their gates. */
const STEPS: Step[] = redeemSteps({
  name: 'all steps',
  actors: [{ kind: 'redeem', user: 0, key: 0 }, { kind: 'close' }],
  quota: 1,
  cap: null,
  codes: 1,
})

const placeOf = ({ name, source }: Step): Source | null => {
  const place = OTHER_PLACES[name] ?? source
  return place && SOURCES[place.in]?.file.endsWith('.sql') ? place : null
}

/** The steps with a gate in a function. The place in this list is the number of the gate. */
export const GATES: string[] = STEPS.filter((step) => placeOf(step) !== null).map(({ name }) => name)

/** The session that passes a gate is known by the number at the end of its name. */
const PASS_GATE = `
create or replace function explored.pass_gate(gate integer) returns void language plpgsql as $$
declare
  player integer := substring(current_setting('application_name') from '[0-9]+$')::integer;
begin
  perform pg_advisory_lock_shared(player, gate);
  perform pg_advisory_unlock_shared(player, gate);
end $$;`

/**
 * Copies of the functions that write redemptions, in a schema of their own, with a gate before each statement. `change`
 * may build a bug into the text.
 */
export function gatedFunctions(change: (text: string) => string = (text) => text): string {
  const copies = GATED.map((name) => {
    const gated = STEPS.reduce((text, step) => {
      const place = placeOf(step)
      if (place?.in !== name) return text
      const gate = `perform explored.pass_gate(${GATES.indexOf(step.name)}); ${place.contains}`
      return text.replace(place.contains, () => gate)
    }, textOf(name))
    return change(gated).replace(`create function ${name}(`, `create or replace function explored.${name}(`)
  })
  return ['create schema if not exists explored;', PASS_GATE, ...copies].join('\n')
}
