export const OUTLET_IMPORT_WORDS = {
  title: 'Import outlets',
  intro: (required: readonly string[], optional: readonly string[]) =>
    `A CSV file with the columns ${required.join(', ')}, and if you like ${optional.join(', ')}. Outlets are matched by name.`,
  choose: 'Choose a CSV file',
  chooseOther: 'Choose another file',
  unknownColumns: (unknown: string[], known: readonly string[]) =>
    `The file has columns that aren’t known: ${unknown.join(', ')}. Known are ${known.join(', ')}.`,
  missingColumns: (missing: readonly string[]) => `The file has no column ${missing.join(', ')}.`,
  noRows: 'The file has no rows.',
  tooLarge: 'The file is larger than 5 MiB. Split it.',
  tooManyCells: 'More cells than the header has columns',
  bothCoordinates: 'Latitude and longitude belong together',
  twice: (line: number) => `The same name stands in line ${line}`,
  preview: 'Preview',
  line: 'Line',
  outlet: 'Outlet',
  result: 'Result',
  details: 'Details',
  kinds: {
    new: 'New',
    changed: 'Changed',
    same: 'Same',
    wrong: 'Wrong',
    done: 'Written',
    failed: 'Not written',
  },
  changes: (fields: string[]) => fields.join(', '),
  summary: (counts: { new: number; changed: number; same: number; wrong: number }) =>
    `${counts.new.toLocaleString()} new, ${counts.changed.toLocaleString()} changed, ${counts.same.toLocaleString()} same, ${counts.wrong.toLocaleString()} wrong.`,
  firstRows: (shown: number, all: number) =>
    `The first ${shown.toLocaleString()} of ${all.toLocaleString()} rows, wrong ones first.`,
  write: (count: number) => (count === 1 ? 'Write 1 outlet' : `Write ${count.toLocaleString()} outlets`),
  wrongStay: 'Wrong rows are left out.',
  progress: (done: number, all: number) =>
    `${done.toLocaleString()} of ${all.toLocaleString()} written. Keep this page open.`,
  finished: (written: number, failed: number) =>
    failed === 0
      ? `${written.toLocaleString()} outlets written.`
      : `${written.toLocaleString()} outlets written, ${failed.toLocaleString()} not. See below.`,
  report: 'Rows not written, as CSV',
  back: '← Outlets',
} as const
