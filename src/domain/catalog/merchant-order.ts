export const NAMES = new Intl.Collator('en', { sensitivity: 'accent' })

export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return NAMES.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
