export const BULK_ACTIONS = [
  'REVIEW',
  'VOID',
  'REJECT_AND_VOID',
  'RETRY_DELIVERY',
  'PUBLISH',
  'UNPUBLISH',
] as const

export const BULK_OUTCOMES = ['PENDING', 'DONE', 'REQUESTED', 'REFUSED', 'FAILED', 'CANCELLED'] as const
