import { formatNumber } from '../time/numbers.ts'

/** New PINs for many outlets at once. */
export const OUTLET_PIN_WORDS = {
  open: 'Generate PINs',
  title: 'Generate PINs',
  whichLabel: 'For which outlets',
  missing: (count: number) => `Only outlets without a PIN (${formatNumber(count)})`,
  all: (count: number) => `All outlets (${formatNumber(count)})`,
  filtered: (count: number) => `All outlets that match the search (${formatNumber(count)})`,
  none: 'No outlet matches.',
  consequence: (count: number, replaced: number) =>
    `${count === 1 ? '1 outlet gets' : `${formatNumber(count)} outlets get`} a new PIN. ${
      replaced === 0
        ? 'No PIN is replaced.'
        : `${replaced === 1 ? '1 PIN stops' : `${formatNumber(replaced)} PINs stop`} working at once.`
    }`,
  action: (count: number) => (count === 1 ? 'Generate 1 PIN' : `Generate ${formatNumber(count)} PINs`),
  progress: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} …`,
  shownTitle: (count: number) => (count === 1 ? '1 new PIN' : `${formatNumber(count)} new PINs`),
  shownText: (count: number) =>
    count === 1
      ? 'Pass it on to the staff at the counter, or print a card. It is shown only once.'
      : 'Pass them on to the staff at the counters, or print a card for each. They are shown only once.',
  incomplete: (missing: number) =>
    `${formatNumber(missing)} outlets keep their old PIN, because something went wrong:`,
  outlet: 'Outlet',
  pin: 'PIN',
  print: 'Print cards',
  csv: 'CSV',
} as const
