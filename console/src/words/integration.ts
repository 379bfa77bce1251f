export const INTEGRATION_WORDS = {
  title: 'Integration health',
  outlets: 'Outlets',
  settings: 'Webhook and keys',
  lastDeliveries: 'Last deliveries',
  allDeliveries: 'All deliveries',
  undelivered: 'Undelivered',
} as const
