import type { Actor, World } from './world.ts'

export const A: Actor = { kind: 'redeem', user: 0 }
export const B: Actor = { kind: 'redeem', user: 1 }
/** Its cycle has begun after A has read the clock: both draw from one pool, and no counter keeps them apart. */
export const B_NEXT: Actor = { kind: 'redeem', user: 1, cycle: 1 }
const C: Actor = { kind: 'redeem', user: 2 }
/** User A sends this request twice, with one key. */
export const KEYED: Actor = { kind: 'redeem', user: 0, key: 0 }
export const VOID: Actor = { kind: 'void' }
export const REVIEW: Actor = { kind: 'review' }
export const CLOSE: Actor = { kind: 'close' }
export const change = (terms: { cap?: number; quota?: number }): Actor => ({ kind: 'change', ...terms })
export const ABORT: Actor = { kind: 'abort' }
export const move = (from: 'home' | 'cell'): Actor => ({ kind: 'move', from })

export const UNLIMITED = { quota: 9, cap: null }

/** Two users and somebody else, or one user and two others, or three users. */
export const WORLDS: World[] = [
  { name: 'a void gives back the only place', actors: [A, B, VOID], quota: 1, cap: 1, earlier: 2 },
  {
    name: 'a user redeems twice, and a void gives back the quota',
    actors: [A, A, VOID],
    quota: 1,
    cap: null,
    earlier: 0,
  },
  {
    name: 'one code is left, and a void keeps its code',
    actors: [A, B, VOID],
    quota: 1,
    cap: null,
    codes: 2,
    earlier: 2,
  },
  {
    name: 'one code is left while a cycle ends',
    actors: [A, B_NEXT, VOID],
    quota: 1,
    cap: 1,
    codes: 2,
    earlier: 2,
  },
  {
    name: 'one key twice, and a void gives back a place',
    actors: [KEYED, KEYED, VOID],
    ...UNLIMITED,
    earlier: 0,
  },
  {
    name: 'one key twice, two codes, and the quota is lowered',
    actors: [KEYED, KEYED, change({ quota: 1 })],
    quota: 2,
    cap: null,
    codes: 2,
  },
  { name: 'the cap is lowered to one', actors: [A, B, change({ cap: 1 })], quota: 1, cap: 2 },
  { name: 'the cap is raised to two', actors: [A, B, change({ cap: 2 })], quota: 1, cap: 1 },
  { name: 'the quota of a user is lowered to one', actors: [A, A, change({ quota: 1 })], quota: 2, cap: 2 },
  { name: 'the month is closed', actors: [A, B, CLOSE], ...UNLIMITED },
  { name: 'the month is closed, and one place is left', actors: [A, B, CLOSE], quota: 1, cap: 1 },
  { name: 'the month is closed while one key is sent twice', actors: [KEYED, KEYED, CLOSE], ...UNLIMITED },
  { name: 'a review rejects an earlier redemption', actors: [A, B, REVIEW], quota: 1, cap: 2, earlier: 0 },
  { name: 'a void while the month is closed', actors: [A, VOID, CLOSE], quota: 1, cap: null, earlier: 0 },
  {
    name: 'a review and a void while the month is closed',
    actors: [REVIEW, VOID, CLOSE],
    quota: 1,
    cap: 1,
    earlier: 0,
  },
  { name: 'two voids of one redemption', actors: [A, VOID, VOID], quota: 1, cap: 1, earlier: 0 },
  { name: 'two closes of one month', actors: [A, CLOSE, CLOSE], quota: 1, cap: 1 },
  { name: 'three users and a cap of two', actors: [A, B, C], quota: 1, cap: 2 },
  { name: 'three users, a cap of two and two codes', actors: [A, B, C], quota: 1, cap: 2, codes: 2 },
  {
    name: 'three users, and a void gives back the only place',
    actors: [A, B, C, VOID],
    quota: 1,
    cap: 1,
    earlier: 0,
  },
  {
    name: 'one key twice, another user and two codes',
    actors: [KEYED, KEYED, B],
    quota: 2,
    cap: 2,
    codes: 2,
  },
  {
    name: 'the merchant moves while one place is left',
    actors: [A, B, move('home')],
    quota: 1,
    cap: 1,
    retries: 0,
  },
  {
    name: 'the merchant moves home while a request is repeated',
    actors: [KEYED, move('cell')],
    quota: 1,
    cap: 1,
  },
  { name: 'the move of the merchant is aborted', actors: [move('home'), ABORT], quota: 1, cap: 1 },
]

/** Worlds of four actors, and larger ones with a move, for `npm run prove -- interleavings`. */
export const LARGE_WORLDS: World[] = [
  {
    name: 'two users and a void while the month is closed',
    actors: [A, B, VOID, CLOSE],
    quota: 2,
    cap: 2,
    earlier: 0,
  },
  {
    name: 'a void and a lowered cap while the month is closed',
    actors: [A, VOID, CLOSE, change({ cap: 1 })],
    quota: 2,
    cap: 2,
    earlier: 0,
  },
  {
    name: 'two users, a void and a lowered quota',
    actors: [A, A, VOID, change({ quota: 1 })],
    quota: 2,
    cap: 2,
    codes: 3,
    earlier: 0,
  },
  {
    name: 'three users and a lowered cap',
    actors: [A, B, C, change({ cap: 1 })],
    quota: 1,
    cap: 2,
  },
  {
    name: 'the merchant moves home while one key is sent twice',
    actors: [KEYED, KEYED, move('cell')],
    ...UNLIMITED,
  },
  {
    name: 'the merchant moves while one place is left, and requests are repeated',
    actors: [A, B, move('home')],
    quota: 1,
    cap: 1,
  },
  {
    name: 'a user redeems while the move of the merchant is aborted',
    actors: [KEYED, move('home'), ABORT],
    quota: 1,
    cap: 1,
  },
]
