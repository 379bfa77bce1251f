import type { HEALTH_AREAS, HEALTH_STATES } from '@counterfoil/contract/admin/integration-health.ts'

export const HEALTH_WORDS = {
  title: 'What is wrong now',
  since: 'Since',
  help: 'What to do about it',
  showRequest: 'Show the latest request',
} as const

export const AREA_WORDS: Record<(typeof HEALTH_AREAS)[number], string> = {
  keys: 'Keys',
  tokens: 'Tokens',
  signatures: 'Signatures',
  webhooks: 'Webhooks',
  clock: 'Clock',
  unknownFields: 'Unknown fields',
}

export const HEALTH_STATE_WORDS: Record<(typeof HEALTH_STATES)[number], string> = {
  OK: 'works',
  FAILING: 'fails',
  NO_TRAFFIC: 'no traffic yet',
}
