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
    `${counts.new.toLocaleString()} new, ${counts.changed.toLocaleString()} changed, ${counts.same.toLocaleString()} same, ${counts.wrong.toLocaleString()} wrong.`,
  firstRows: (shown: number, all: number) =>
    `The first ${shown.toLocaleString()} of ${all.toLocaleString()} rows, wrong ones first.`,
  write: (count: number, wrong: number) => {
    const outlets = count === 1 ? '1 outlet' : `${count.toLocaleString()} outlets`
    if (wrong === 0) return `Write ${outlets}`
    return `Write ${outlets}, leave out ${wrong.toLocaleString()}`
  },
  wrongStay: 'Nothing is written yet. Correct the wrong rows in the file, or leave them out.',
  nothingToWrite: 'There is nothing to write.',
  finished: (written: number, wrong: number) =>
    `${written.toLocaleString()} ${written === 1 ? 'outlet' : 'outlets'} written.${
      wrong === 0 ? '' : ` ${wrong.toLocaleString()} wrong ${wrong === 1 ? 'row was' : 'rows were'} left out.`
    }`,
  report: 'Wrong rows as CSV',
  back: '← Outlets',
} as const
