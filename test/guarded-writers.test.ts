import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Changes of guarded columns go through few functions. A new caller of one must be listed here, after its way has a line in
 * test/admin/approvals-every-way.test.ts or cannot reach live records.
 */
const sources = globSync('src/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The functions that write guarded columns, and who may import them. */
const WRITERS: Record<string, Record<string, string[]>> = {
  'domain/vouchers/queries.ts': {
    insertVoucher: [
      'domain/vouchers/vouchers.ts',
      'domain/sandbox/build-scenarios.ts',
      'domain/sandbox/simulate.ts',
    ],
    updateVoucher: ['domain/vouchers/vouchers.ts'],
    updateVoucherStatus: ['domain/vouchers/publication.ts', 'domain/sandbox/build-scenarios.ts'],
    updateSchedule: ['domain/vouchers/schedule.ts'],
  },
  'domain/catalog/outlet-queries.ts': {
    insertOutlet: ['domain/catalog/outlets.ts', 'domain/sandbox/build-scenarios.ts'],
    updateOutlet: ['domain/catalog/outlets.ts'],
    movePinHash: ['domain/catalog/move-pins.ts'],
  },
  'domain/catalog/outlets.ts': {
    writeOutlet: ['domain/catalog/generate-pins.ts'],
  },
  'domain/catalog/generate-pins.ts': {
    setApprovedPins: ['domain/approvals/apply.ts'],
  },
  'domain/partners/queries.ts': {
    insertPartner: ['domain/partners/partners.ts', 'domain/sandbox/twins.ts'],
    updatePartner: ['domain/partners/partners.ts', 'domain/sandbox/copy-keys.ts'],
  },
  'domain/guarded-changes/settings-queries.ts': {
    updateApprovalSettings: ['domain/approvals/settings.ts'],
  },
  'domain/guarded-changes/guard.ts': {
    APPROVED: ['domain/approvals/apply.ts', 'domain/approvals/settings.ts'],
  },
}

const importersOf = (file: string, name: string) => {
  const from = file.split('/').at(-1)
  const statement = new RegExp(
    `import (?:type )?\\{([^}]*)\\} from '[^']*${from?.replaceAll('.', '\\.')}'`,
    'g',
  )
  return sources
    .filter(({ path, text }) =>
      [...text.matchAll(statement)].some(
        ([all, names = '']) =>
          new RegExp(`(?:^|[\\s,])${name}(?:\\s+as\\s+\\w+)?\\s*(?:,|$)`).test(names) &&
          resolves(path, all, file),
      ),
    )
    .map(({ path }) => path.slice('src/'.length))
    .sort()
}

function resolves(importer: string, statement: string, file: string): boolean {
  const specifier = /'([^']+)'/.exec(statement)?.[1] ?? ''
  return new URL(specifier, `file:///${importer}`).pathname === `/src/${file}`
}

test.each(
  Object.entries(WRITERS).flatMap(([file, writers]) =>
    Object.entries(writers).map(([name, importers]) => ({ file, name, importers })),
  ),
)('$name is called only from where approvals are checked', ({ file, name, importers }) => {
  expect(importersOf(file, name)).toEqual([...importers].sort())
})

test('every function that writes vouchers, outlets or partners is listed', () => {
  /** They write other columns. */
  const harmless = ['updateClock', 'updateToReset', 'endSchedule']
  const writing = sources.flatMap(({ path, text }) =>
    text
      .split(/^export (?=(?:async )?function)/m)
      .filter((body) =>
        /\b(?:insert into|update|copy) (?:vouchers|outlets|partners|approval_settings)\b/.test(body),
      )
      .map((body) => ({ path: path.slice('src/'.length), name: /function (\w+)/.exec(body)?.[1] ?? body })),
  )
  const unlisted = writing.filter(
    ({ path, name }) => !harmless.includes(name) && !(name in (WRITERS[path] ?? {})),
  )
  expect(writing.length).toBeGreaterThan(8)
  expect(unlisted).toEqual([])
})

test('no function of the schema writes them', () => {
  const schema = readFileSync('migrations/schema.sql', 'utf8')
  expect(schema.match(/\b(?:insert into|update) (?:vouchers|outlets|partners|approval_settings)\b/g)).toBe(
    null,
  )
})
