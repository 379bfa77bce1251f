import { randomUUID } from 'node:crypto'

let latestMs = 0
let sequence = 0

/**
 * A UUIDv7 greater than every one before it from this process (RFC 9562, section 6.2, method 1). `randomUUIDv7` is
 * random within a millisecond, which would list a change after the one that it builds upon.
 */
export function orderedId(): string {
  const now = Date.now()
  if (now > latestMs) {
    latestMs = now
    sequence = 0
  } else {
    sequence = (sequence + 1) & 0xfff
    if (sequence === 0) latestMs += 1
  }
  const time = latestMs.toString(16).padStart(12, '0')
  const count = sequence.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}
