/** Chooses between possibilities, always in the same way for one seed. */
export function chooser(seed: number): <T>(from: readonly T[]) => T {
  let value = seed
  return (from) => {
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0
    return from[(value >>> 8) % from.length] as (typeof from)[number]
  }
}
