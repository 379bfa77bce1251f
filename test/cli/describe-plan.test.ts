import { expect, test } from 'vitest'
import { describePlan } from '../../src/cli/commands/migrate.ts'
import type { MigrationPlan } from '../../src/platform/database/migration-plan.ts'

const PLAN: MigrationPlan = {
  current: 1,
  latest: 2,
  pending: [
    {
      name: '0002_more',
      tables: [
        { name: 'users', rows: 1200, statements: ['alter table'] },
        { name: 'claims', rows: null, statements: ['create index', 'lock'] },
      ],
    },
  ],
  oldestRelease: 1,
  nodesToStop: [],
}

test('migrate --dry-run: each migration with its tables, and what is left as it is', () => {
  expect(describePlan(PLAN).slice(0, 4)).toEqual([
    'would apply 0002_more',
    '  users: alter table (about 1200 rows)',
    '  claims: create index, lock (rows not counted yet)',
    'The schema is at version 1, this release needs 2. Nothing was changed.',
  ])
  expect(describePlan({ ...PLAN, latest: 1, pending: [] })).toEqual([
    'No migrations to apply. The schema is at version 1.',
  ])
})

test.each([
  [{}, 'Running nodes can continue: releases since schema version 1 can serve.'],
  [
    { oldestRelease: 2 },
    'Releases before schema version 2 cannot serve afterwards. No such node is running.',
  ],
  [
    { oldestRelease: 2, nodesToStop: ['a:3000', 'b:3000'] },
    'Stop these nodes first, they are too old: a:3000, b:3000.',
  ],
  [{ oldestRelease: null }, 'The schema does not say which releases can serve on it: stop all nodes first.'],
  [{ current: 0 }, 'The schema is at version 0, this release needs 2. Nothing was changed.'],
])('migrate --dry-run with %o ends with: %s', (change, sentence) => {
  expect(describePlan({ ...PLAN, ...change }).at(-1)).toBe(sentence)
})
