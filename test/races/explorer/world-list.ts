import type { Actor, World } from './world.ts'

const A: Actor = { kind: 'redeem', user: 0 }
const B: Actor = { kind: 'redeem', user: 1 }

export const WORLDS: World[] = [{ name: 'two users and a cap of one', actors: [A, B], quota: 1, cap: 1 }]
