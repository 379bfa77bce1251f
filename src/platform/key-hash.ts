import { createHash, timingSafeEqual } from 'node:crypto'

/** An API key is 32 random bytes, so a plain hash of it reveals nothing. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Compares in constant time, whatever the lengths. */
export function isSameKey(a: string, b: string): boolean {
  return timingSafeEqual(hashKey(a), hashKey(b))
}
