import { HIDDEN_ACTOR_NAME } from '@counterfoil/contract/admin/audit.ts'
import { KIT_WORDS as words } from '../words/kit.ts'

/** Who did something. Merchants and partners do not see the names of the operator's people. */
export function ActorName({ of: { id, name } }: { of: { id: string | null; name: string } }) {
  return <bdi>{id === null && name === HIDDEN_ACTOR_NAME ? words.operator : name}</bdi>
}
