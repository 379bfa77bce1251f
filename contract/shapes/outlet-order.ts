const names = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** The order in which people see the outlets of a merchant: by name, and 2 before 10. */
export function byOutletName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
