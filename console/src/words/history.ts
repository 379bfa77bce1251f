export const HISTORY_WORDS = {
  title: 'History',
  of: (name: string) => `History of ${name}`,
  show: 'History',
  none: 'Nothing has been changed yet.',
  more: 'Show more',
  details: (count: number) => (count === 1 ? 'Show the value' : `Show ${count} fields`),
  notShown: 'changed',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
} as const
