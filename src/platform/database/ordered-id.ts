import { randomUUID } from 'node:crypto'

let latestMs = 0
let sequence = 0

/**
 * A UUIDv7 that is greater than all earlier ones of this process (RFC 9562, section 6.2, method 1). `randomUUIDv7` is
 * random within a millisecond, so two changes of the same millisecond could be listed in the wrong order.
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

/** Ids that were created at `time` or later are greater, earlier ones are smaller. */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
