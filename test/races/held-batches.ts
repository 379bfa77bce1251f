import { expect } from 'vitest'
import type { ApiResponse } from '../support/harness.ts'
import { until } from '../support/process.ts'
import { type Scene, tally } from './scene.ts'

export type Hold = { held: Promise<void>; release(): void }

/** Stops a batch of the redemption engine after it has read its facts and before it writes anything. */
export class BatchHolder {
  #next: (() => Promise<void>) | null = null

  /** The option `pause` of the engine. */
  pause = (): Promise<void> => this.#next?.() ?? Promise.resolve()

  holdNext(): Hold {
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    this.#next = async () => {
      this.#next = null
      held.resolve()
      await release.promise
    }
    return { held: held.promise, release: () => release.resolve() }
  }

  /** Holds one request in each of the two lanes of node 0, so that the requests of `send` form one batch. */
  async inOneBatch(scene: Scene, send: () => Promise<ApiResponse>[]): Promise<ApiResponse[]> {
    const id = await scene.voucher({ redemptionCount: 9 })
    const fillers: Promise<ApiResponse>[] = []
    const holds: Hold[] = []
    await scene.meet('filler 1', 'filler 2')
    for (const user of ['filler 1', 'filler 2']) {
      const hold = this.holdNext()
      fillers.push(scene.redeem(user, id, { node: 0 }))
      await hold.held
      holds.push(hold)
    }
    const redeeming = send()
    await until(() => scene.deps.redemptionEngine.stats.queued === redeeming.length)
    for (const hold of holds) hold.release()
    expect(tally(await Promise.all(fillers))).toEqual({ '201': 2 })
    return Promise.all(redeeming)
  }
}
