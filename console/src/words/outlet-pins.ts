/** New PINs for many outlets at once. */
export const OUTLET_PIN_WORDS = {
  open: 'Generate PINs',
  title: 'Generate PINs',
  whichLabel: 'For which outlets',
  missing: (count: number) => `Only outlets without a PIN (${count.toLocaleString()})`,
  all: (count: number) => `All outlets (${count.toLocaleString()})`,
  filtered: (count: number) => `All outlets that match the search (${count.toLocaleString()})`,
  none: 'No outlet matches.',
  consequence: (count: number, replaced: number) =>
    `${count === 1 ? '1 outlet gets' : `${count.toLocaleString()} outlets get`} a new PIN. ${
      replaced === 0
        ? 'No PIN is replaced.'
        : `${replaced === 1 ? '1 PIN stops' : `${replaced.toLocaleString()} PINs stop`} working at once.`
    }`,
  action: (count: number) => (count === 1 ? 'Generate 1 PIN' : `Generate ${count.toLocaleString()} PINs`),
  progress: (done: number, all: number) => `${done.toLocaleString()} of ${all.toLocaleString()} …`,
  shownTitle: (count: number) => (count === 1 ? '1 new PIN' : `${count.toLocaleString()} new PINs`),
  shownText: (count: number) =>
    count === 1
      ? 'Pass it on to the staff at the counter, or print a card. It is shown only once.'
      : 'Pass them on to the staff at the counters, or print a card for each. They are shown only once.',
  incomplete: (missing: number) =>
    `${missing.toLocaleString()} outlets keep their old PIN, because something went wrong:`,
  outlet: 'Outlet',
  pin: 'PIN',
  print: 'Print cards',
  csv: 'CSV',
} as const
