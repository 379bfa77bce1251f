/** PINs that a guesser tries first: one digit four times, or a row of digits. */
const EASY = /^(\d)\1{3}$|0123|1234|2345|3456|4567|5678|6789|9876|8765|7654|6543|5432|4321|3210/

/** A random PIN. All PINs but the weak ones are equally likely. */
export function generatePin(): string {
  for (;;) {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    // 4,294,960,000 is the largest multiple of 10,000 below 2^32: above it, low PINs would be more likely.
    if (random >= 4_294_960_000) continue
    const pin = String(random % 10_000).padStart(4, '0')
    if (!EASY.test(pin)) return pin
  }
}
