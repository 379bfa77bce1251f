/** Few enough that measuring them all costs less than telling which ones to leave out. */
export const POINTS_PER_LEAF = 16

/** A k-d tree without pointers: an order of the points, in which the middle of each range parts it by one axis. */
export type KdTree = {
  order: Uint32Array /** At each middle: 0 for x, 1 for y, 2 for z. */
  axes: Uint8Array
}

/** Of points in space, x, y and z each. Ranges are parted where they are widest, and up to `POINTS_PER_LEAF` not at all. */
export function plantTree(points: Float64Array): KdTree {
  const order = new Uint32Array(points.length / 3).map((_, i) => i)
  const axes = new Uint8Array(order.length)
  const keys = new Float64Array(order.length)
  const part = (left: number, right: number) => {
    if (right - left < POINTS_PER_LEAF) return
    const middle = (left + right) >> 1
    const axis = widestAxis(points, order, left, right)
    axes[middle] = axis
    for (let i = left; i <= right; i += 1) keys[i] = points[3 * (order[i] as number) + axis] as number
    select(keys, order, left, right, middle)
    part(left, middle - 1)
    part(middle + 1, right)
  }
  part(0, order.length - 1)
  return { order, axes }
}

function widestAxis(points: Float64Array, order: Uint32Array, left: number, right: number): number {
  let widest = 0
  let width = -1
  for (let axis = 0; axis < 3; axis += 1) {
    let low = Infinity
    let high = -Infinity
    for (let i = left; i <= right; i += 1) {
      const at = points[3 * (order[i] as number) + axis] as number
      if (at < low) low = at
      if (at > high) high = at
    }
    if (high - low <= width) continue
    widest = axis
    width = high - low
  }
  return widest
}

/** Hoare's: afterwards none before `middle` has a greater key than it, and none behind it a smaller one. */
function select(keys: Float64Array, order: Uint32Array, left: number, right: number, middle: number): void {
  let from = left
  let to = right
  while (from < to) {
    const pivot = keys[middle] as number
    let i = from
    let j = to
    while (i <= j) {
      while ((keys[i] as number) < pivot) i += 1
      while ((keys[j] as number) > pivot) j -= 1
      if (i > j) break
      swap(keys, i, j)
      swap(order, i, j)
      i += 1
      j -= 1
    }
    if (j < middle) from = i
    if (i > middle) to = j
  }
}

function swap(list: Float64Array | Uint32Array, i: number, j: number): void {
  const kept = list[i] as number
  list[i] = list[j] as number
  list[j] = kept
}
