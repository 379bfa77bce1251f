import { useSyncExternalStore } from 'react'

/** The zone in which times are shown: the merchant's (where a record has one), the reader's, or UTC. */
export const ZONE_CHOICES = ['merchant', 'yours', 'utc'] as const
export type ZoneChoice = (typeof ZONE_CHOICES)[number]

const KEY = 'console-time-zone'
const listeners = new Set<() => void>()

function read(): ZoneChoice {
  const stored = localStorage.getItem(KEY)
  return ZONE_CHOICES.find((choice) => choice === stored) ?? 'yours'
}

export function setZoneChoice(choice: ZoneChoice): void {
  localStorage.setItem(KEY, choice)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useZoneChoice(): ZoneChoice {
  return useSyncExternalStore(subscribe, read)
}

/** The IANA name of the zone to show a time in. Without a merchant, “merchant” means the reader's own zone. */
export function useTimeZone(merchantZone?: string): string {
  return zoneOf(useZoneChoice(), merchantZone)
}

/** The same outside of a component. */
export function currentTimeZone(): string {
  return zoneOf(read())
}

function zoneOf(choice: ZoneChoice, merchantZone?: string): string {
  if (choice === 'utc') return 'UTC'
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return choice === 'merchant' ? (merchantZone ?? own) : own
}
