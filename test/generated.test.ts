import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dumpSchema } from '../scripts/dump-schema.ts'
import { renderOpenapi } from '../scripts/render-openapi.ts'
import { createHarness } from './harness.ts'

const { db, deps } = await createHarness()
const REMEDY = 'run `npm run generate` and commit what it writes'

test('openapi.json matches the served routes', async () => {
  expect(await readFile('openapi.json', 'utf8'), REMEDY).toBe(await renderOpenapi(deps))
})

test('migrations/schema.sql matches the migrations', async () => {
  expect(await readFile('migrations/schema.sql', 'utf8'), REMEDY).toBe(await dumpSchema(db))
})
