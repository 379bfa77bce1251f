import { randomBytes } from 'node:crypto'
import { isTrueWithin } from '../../test/support/process.ts'
import { runCounterfoil } from '../service-node.ts'
import type { KindOfAct } from './act.ts'
import { type ChaosStage, MEMBER_NAMES, memberOf, restart, startAgain } from './stage.ts'

const ROTATED_WITHIN_MS = 60_000
const LEFT_OVER_WITHIN_MS = 60_000

/** As "Replacing SECRETS_KEY" of docs/operations.md says. PINs move when they are used, which the load does. */
export const replaceSecretsKey: KindOfAct = (choose) => {
  const name = choose(MEMBER_NAMES)
  return {
    title: `SECRETS_KEY is replaced, with kill -9 of ${name} meanwhile`,
    async begin(stage) {
      const { secretsKey: previousSecretsKey } = stage.service
      const secretsKey = randomBytes(32).toString('base64')
      stage.secrets.push(['SECRETS_KEY', secretsKey])
      await restartAll(stage, { ...stage.service, secretsKey, previousSecretsKey })
      const member = memberOf(stage, name)
      const rotated = isTrueWithin(() => hasRotated(stage), ROTATED_WITHIN_MS)
      member.running.node.child.kill('SIGKILL')
      await startAgain(stage, member)
      if (!(await rotated)) throw new Error('counterfoil secrets rotate does not succeed')
      return async () => {
        const isDone = async () => (await command(stage, 'status')).includes('remove SECRETS_KEY_PREVIOUS')
        if (!(await isTrueWithin(isDone, LEFT_OVER_WITHIN_MS)))
          throw new Error(await command(stage, 'status'))
        const { previousSecretsKey: _, ...service } = stage.service
        await restartAll(stage, service)
      }
    },
  }
}

/** A node and a worker at a time, so that the others serve. */
async function restartAll(stage: ChaosStage, service: ChaosStage['service']): Promise<void> {
  stage.service = service
  const [a, b, c, d] = MEMBER_NAMES.map((name) => memberOf(stage, name))
  for (const pair of [
    [a, c],
    [b, d],
  ]) {
    await Promise.all(pair.flatMap((member) => (member ? [restart(stage, member)] : [])))
  }
}

const command = (stage: ChaosStage, name: string) =>
  runCounterfoil(stage.service, stage.databaseUrls[0], ['secrets', name])

/** The command can be repeated. It fails while a node is missing that has just been killed. */
const hasRotated = (stage: ChaosStage) =>
  command(stage, 'rotate').then(
    () => true,
    () => false,
  )
