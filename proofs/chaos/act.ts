import type { RecordedRedemptions } from '../redemption-load.ts'
import type { ChaosStage } from './stage.ts'

/** Ends an act, and waits until its work is done. */
export type EndOfAct = () => Promise<void>

/** One fault of the schedule. It lasts `seconds` and then it is over; what was killed is started again. */
export type Act = {
  title: string
  seconds: number
  /** Why it cannot run on this machine, or null if it can. */
  whyNot?(stage: ChaosStage): string | null
  /** Begins the act. `record` is of the redemptions by PIN that run meanwhile. Throws if a step of it was refused. */
  begin(stage: ChaosStage, record: RecordedRedemptions): Promise<EndOfAct>
}

export type Choose = <T>(from: readonly T[]) => T

/** Chooses what the act needs. The seed decides. */
export type KindOfAct = (choose: Choose) => Omit<Act, 'seconds'>

export const none: EndOfAct = async () => {}
