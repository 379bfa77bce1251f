/** A month of redemptions, by UTC: its first moment. */
export function parseMonth(text: string): Date | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null
  return new Date(`${text}-01T00:00:00.000Z`)
}

/** The month as text, such as `2026-11`. */
export function monthText(month: Date): string {
  return month.toISOString().slice(0, 7)
}

export function monthAfter(month: Date, months = 1): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months))
}
