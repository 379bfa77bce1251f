export const INTEGRATION_WORDS = {
  title: 'Integration health',
  outlets: 'Outlets',
  settings: 'Webhook and keys',
  alerts: 'Alerts',
  noAlerts: 'Nothing needs attention.',
  since: 'Since',
  lastDeliveries: 'Last deliveries',
  allDeliveries: 'All deliveries',
  undelivered: 'Undelivered',
} as const
