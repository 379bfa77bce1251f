export const CHART_WORDS = {
  chart: 'Chart',
  table: 'Table',
  csv: 'CSV',
  showAs: (title: string) => `Show ${title} as`,
  download: (title: string) => `Download ${title} as CSV`,
  day: 'Day',
  hour: 'Hour',
  shown: 'Shown',
  sum: 'Total',
  nothing: 'Nothing in this period.',
} as const
