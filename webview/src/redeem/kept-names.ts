/** The entries of `localStorage` that hold redemptions which are not answered yet: see kept-attempt.ts. */
export const PREFIX = 'counterfoil-redemption:'

/** Whether there may be attempts to read. */
export const hasKeptAttempts = (): boolean => keptNames().length > 0

export function keptNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  } catch {
    return []
  }
}
