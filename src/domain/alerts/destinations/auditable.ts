import type { DestinationRecord } from './destination-queries.ts'

/**
 * The audit log is kept for good, so it shows only the initial and the domain of an e-mail address, and nothing that sending
 * changes.
 */
export function auditable(
  {
    state: _state,
    failingSince: _since,
    lastError: _error,
    lastSentAt: _sent,
    waiting: _waiting,
    givenUp: _givenUp,
    ...settings
  }: DestinationRecord,
  previous: Pick<DestinationRecord, 'addresses'> = settings,
) {
  const known = previous.addresses?.map(masked) ?? []
  const addresses = settings.addresses?.map((address) =>
    previous.addresses?.includes(address) || !known.includes(masked(address))
      ? masked(address)
      : `${masked(address)} (changed)`,
  )
  return { ...settings, addresses: addresses ?? null }
}

function masked(address: string): string {
  return address.replace(/^(.).*@/u, '$1…@')
}
