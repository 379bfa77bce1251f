import { formatNumber } from '../time/numbers.ts'

export const OUTLET_IMPORT_WORDS = {
  title: 'Import outlets',
  intro: (required: readonly string[], optional: readonly string[]) =>
    `A CSV file with the columns ${required.join(', ')}, and if you like ${optional.join(', ')}. Outlets are matched by name; empty cells change nothing.`,
  choose: 'Choose a CSV file',
  chooseOther: 'Choose another file',
  noRows: 'The file has no rows.',
  tooLarge: 'The file is larger than 8 MiB. Split it.',
  nothingWritten: 'Nothing was written.',
  sending: 'Sending the file …',
  working: 'Checking the rows …',
  running: 'An import is running.',
  show: 'Show the import',
  preview: 'Preview',
  line: 'Line',
  outlet: 'Outlet',
  result: 'Result',
  details: 'Details',
  kinds: { new: 'New', changed: 'Changed', unchanged: 'Same', wrong: 'Wrong', written: 'Written' },
  summary: (counts: { new: number; changed: number; same: number; wrong: number }) =>
    `${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.same)} same, ${formatNumber(counts.wrong)} wrong.`,
  firstRows: (shown: number, all: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(all)} rows, wrong ones first.`,
  write: (count: number, wrong: number) => {
    const outlets = count === 1 ? '1 outlet' : `${formatNumber(count)} outlets`
    if (wrong === 0) return `Write ${outlets}`
    return `Write ${outlets}, leave out ${formatNumber(wrong)}`
  },
  wrongStay: 'Nothing is written yet. Correct the wrong rows in the file, or leave them out.',
  nothingToWrite: 'There is nothing to write.',
  finished: (written: number, wrong: number) =>
    `${formatNumber(written)} ${written === 1 ? 'outlet' : 'outlets'} written.${
      wrong === 0 ? '' : ` ${formatNumber(wrong)} wrong ${wrong === 1 ? 'row was' : 'rows were'} left out.`
    }`,
  report: 'Wrong rows as CSV',
  back: '← Outlets',
} as const
