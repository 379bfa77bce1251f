import { listAllLeftoverOutlets } from '../../domain/secrets-key/leftovers.ts'
import { visible } from '../../platform/visible-text.ts'
import { listRunningNodes } from '../../process/installation/queries.ts'
import {
  findRotationState,
  type RotationState,
  rotateSecretsKey,
} from '../../process/installation/rotate-secrets-key.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { showProgress } from '../terminal/progress.ts'
import { table } from '../terminal/table.ts'

const NEXT_STEP: Record<RotationState, string> = {
  'one key': 'No rotation is under way.',
  prepared: 'Both keys are set. When every node has both, run "counterfoil secrets rotate".',
  rotating: 'Keep SECRETS_KEY_PREVIOUS on every node until nothing is left.',
  done: 'Nothing needs the previous key any more: remove SECRETS_KEY_PREVIOUS from every node.',
}
const MAX_LISTED_OUTLETS = 50

export async function secretsStatus({ terminal, open }: CommandContext): Promise<number> {
  const { deps } = await open()
  const { state, left } = await findRotationState(deps)
  const outlets =
    left.pins > 0 ? await listAllLeftoverOutlets(deps, deps.vault.keyId, MAX_LISTED_OUTLETS) : []
  const nodes = await listRunningNodes(deps.db)
  const lines = [
    `Under the previous key: ${left.partnerSecrets} partner secrets, ${left.authenticators} authenticator apps, ${left.destinations} destinations of alerts, ${left.pins} PINs`,
    ...nodes.map(
      ({ name, keyIds, writingKeyId }) =>
        `Node ${visible(name)}: has ${keyIds.join(' and ')}, writes with ${writingKeyId}`,
    ),
    ...(outlets.length > 0
      ? [
          'Outlets whose PIN has not been used since the rotation (a redemption or a new PIN moves it):',
          table(
            ['MERCHANT', 'OUTLET', 'ID'],
            outlets.map(({ merchant, outlet, id }) => [merchant, outlet, id]),
          ),
        ]
      : []),
    NEXT_STEP[state],
  ]
  terminal.printResult({ state, left, nodes, outlets }, lines.join('\n'))
  return EXIT.done
}

export async function rotateSecrets({ terminal, signal, open }: CommandContext): Promise<number> {
  const { deps } = await open()
  const progress = showProgress(null)
  const { switched, reencrypted, unreadable, authenticators, destinations, left } = await rotateSecretsKey(
    deps,
    signal,
    (done) => progress.update(0, `${done} partner secrets encrypted again`),
  ).finally(() => progress.end())
  const lines = [
    switched ? 'SECRETS_KEY is now the key of the database.' : 'An earlier run had switched the keys.',
    `Encrypted the secrets of ${authenticators.reencrypted} authenticator apps and ${destinations.reencrypted} destinations of alerts, and ${reencrypted} partner secrets again.`,
    ...unreadable.map((id) => `Could not decrypt the partner secret ${id} with either key: rotate it.`),
    ...authenticators.unreadable.map(
      (id) => `Could not decrypt the authenticator app of the staff member ${id} with either key: remove it.`,
    ),
    ...destinations.unreadable.map(
      (id) => `Could not decrypt the URL of the destination of alerts ${id} with either key: set it again.`,
    ),
    left.pins > 0
      ? `${left.pins} PINs move when they are used: "counterfoil secrets status" counts them.`
      : 'No PIN needs the previous key.',
  ]
  terminal.printResult(
    { switched, reencrypted, unreadable, authenticators, destinations, left },
    lines.join('\n'),
  )
  const failed = [unreadable, authenticators.unreadable, destinations.unreadable].flat()
  return failed.length > 0 ? EXIT.refused : EXIT.done
}
