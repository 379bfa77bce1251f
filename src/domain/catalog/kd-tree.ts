import type { TimeSlice } from '../../platform/time-slice.ts'

/** Up to this many points, measuring each costs less than deciding which ones to skip. */
export const POINTS_PER_LEAF = 16

/**
 * A k-d tree without pointers. `order` lists the points such that the middle point of each range splits the range along
 * one axis; both halves are split the same way, down to ranges of `POINTS_PER_LEAF`.
 */
export type KdTree = {
  order: Uint32Array
  /** The axis along which each middle point splits its range: 0 for x, 1 for y, 2 for z. */
  axes: Uint8Array
}

/** `points` holds x, y and z of each point. Each range is split along the axis on which it is widest. */
export function buildKdTree(points: Float64Array): KdTree {
  const building = new Building(points)
  while (building.splitNext());
  return building
}

/** The same tree, built while other work runs in between. */
export async function buildKdTreeInSlices(points: Float64Array, slice: TimeSlice): Promise<KdTree> {
  const building = new Building(points)
  while (building.splitNext()) if (slice.isOver()) await slice.next()
  return building
}

class Building implements KdTree {
  readonly order: Uint32Array
  readonly axes: Uint8Array
  readonly #points: Float64Array
  readonly #keys: Float64Array
  /** The ranges that may have to be split, each with its first and its last index. */
  readonly #ranges: number[]

  constructor(points: Float64Array) {
    this.#points = points
    this.order = new Uint32Array(points.length / 3).map((_, i) => i)
    this.axes = new Uint8Array(this.order.length)
    this.#keys = new Float64Array(this.order.length)
    this.#ranges = [0, this.order.length - 1]
  }

  /** Returns false if no range is left. */
  splitNext(): boolean {
    const right = this.#ranges.pop()
    const left = this.#ranges.pop()
    if (left === undefined || right === undefined) return false
    if (right - left < POINTS_PER_LEAF) return true
    const [points, order, keys] = [this.#points, this.order, this.#keys]
    const middle = (left + right) >> 1
    const axis = widestAxis(points, order, left, right)
    this.axes[middle] = axis
    for (let i = left; i <= right; i += 1) keys[i] = points[3 * (order[i] as number) + axis] as number
    selectMiddle(keys, order, left, right, middle)
    this.#ranges.push(left, middle - 1, middle + 1, right)
    return true
  }
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

/** Quickselect: afterwards no key before `middle` is greater than its key, and no key after it is smaller. */
function selectMiddle(
  keys: Float64Array,
  order: Uint32Array,
  left: number,
  right: number,
  middle: number,
): void {
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
