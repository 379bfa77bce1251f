const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/**
 * Whether JSON nests deeper than `maxDepth`, in one pass over its bytes. Parsing megabytes of brackets takes seconds,
 * during which the node serves nobody. In UTF-8 these bytes are never part of another character.
 */
export function nestsDeeperThan(maxDepth: number, json: Uint8Array): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i]
    if (byte === QUOTE) isInString = !isInString
    else if (isInString) {
      if (byte === BACKSLASH) i += 1
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}
