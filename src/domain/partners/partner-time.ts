/** The time by which a partner's users are judged: the real time, unless a test partner has moved its clock. */
export function timeOf({ clockOffsetMs }: { clockOffsetMs: number }, now: Date): Date {
  return clockOffsetMs === 0 ? now : new Date(now.getTime() + clockOffsetMs)
}
