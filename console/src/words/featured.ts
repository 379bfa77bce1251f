export const FEATURED_WORDS = {
  title: 'Featured',
  intro:
    'Users see these merchants first, in this order. Drag a row, or choose its handle and press the arrow keys.',
  list: 'Featured merchants, in order',
  none: 'No merchant is featured yet.',
  add: 'Add a merchant',
  handle: (name: string, place: number, count: number) => `Move ${name}, place ${place} of ${count}`,
  moved: (name: string, place: number, count: number) => `${name} is now at place ${place} of ${count}.`,
  remove: (name: string) => `Remove ${name}`,
  saved: (count: number) => (count === 1 ? '1 merchant is featured.' : `${count} merchants are featured.`),
  inactive: 'Inactive: users don’t see it.',
  readOnly: 'Only an admin can change the order.',
} as const

export const FEATURED_LABELS = { merchantIds: 'Order' } as const
