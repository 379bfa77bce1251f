import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderScreenTable } from '../scripts/console-screens.ts'
import { dumpSchema } from '../scripts/dump-schema.ts'
import { renderErrorDocs } from '../scripts/render-error-docs.ts'
import { renderOpenapi } from '../scripts/render-openapi.ts'
import { renderPostman } from '../scripts/render-postman.ts'
import { renderRoleDocs } from '../scripts/render-role-docs.ts'
import { renderSdkFeatures } from '../scripts/render-sdk-features.ts'
import { renderSdkGo } from '../scripts/render-sdk-go.ts'
import { committedSdkJava, renderSdkJava } from '../scripts/render-sdk-java.ts'
import { pythonFiles } from '../scripts/render-sdk-python.ts'
import { renderSdkFixtures, renderSdkRemedies, renderSdkTypes } from '../scripts/render-sdk-types.ts'
import { openUnmigrated } from './platform/database/unmigrated.ts'
import { createHarness } from './support/harness.ts'

const { db, deps } = await createHarness()
const { create } = await openUnmigrated()
const REMEDY = 'run `npm run generate` and commit what it writes'

test('openapi.json is up to date with the contract and the routes that are served', async () => {
  expect(await readFile('openapi.json', 'utf8'), REMEDY).toBe(await renderOpenapi(deps))
})

test('docs/postman-collection.json is up to date with openapi.json', async () => {
  const openapi = await readFile('openapi.json', 'utf8')
  expect(await readFile('docs/postman-collection.json', 'utf8'), REMEDY).toBe(renderPostman(openapi))
})

test('migrations/schema.sql is up to date with the migrations', async () => {
  expect(await readFile('migrations/schema.sql', 'utf8'), REMEDY).toBe(await dumpSchema(db))
})

test('migrations/schema.sql can be loaded, and gives the schema of the migrations', async () => {
  const { db: loaded } = await create({ max: 1 })
  const schema = await readFile('migrations/schema.sql', 'utf8')
  await loaded.begin((tx) => tx.unsafe(schema))
  expect(withoutComments(await dumpSchema(loaded))).toBe(withoutComments(schema))
})

/** The comments of schema.sql are for reading. Loading the file does not store them. */
const withoutComments = (sql: string) => sql.replaceAll(/^ *-- .*\n/gm, '')

test('the types, fixtures and remedies of the SDK are up to date with the contract', async () => {
  expect(await readFile('sdk/src/contract-types.ts', 'utf8'), REMEDY).toBe(renderSdkTypes())
  expect(await readFile('sdk/src/event-fixtures.ts', 'utf8'), REMEDY).toBe(renderSdkFixtures())
  expect(await readFile('sdk/src/remedies.ts', 'utf8'), REMEDY).toBe(renderSdkRemedies())
})

test.each(Object.entries({ ...pythonFiles(), ...renderSdkGo() }))(
  '%s is up to date with the contract',
  async (path, text) => {
    expect(await readFile(path, 'utf8'), REMEDY).toBe(text)
  },
)

test('the records of the Java SDK are up to date with the contract, and none is left over', () => {
  expect(committedSdkJava(), REMEDY).toEqual(renderSdkJava())
})

test('docs/internals/console-routes.md is up to date with the calls of the console', async () => {
  expect(await readFile('docs/internals/console-routes.md', 'utf8'), REMEDY).toBe(renderScreenTable())
})

test('docs/errors.md is up to date with the error table', async () => {
  expect(await readFile('docs/errors.md', 'utf8'), REMEDY).toBe(renderErrorDocs())
})

test('docs/roles.md is up to date with the roles of the routes', async () => {
  expect(await readFile('docs/roles.md', 'utf8'), REMEDY).toBe(renderRoleDocs())
})

test('docs/sdks.md is up to date with the calls of the SDKs', async () => {
  expect(await readFile('docs/sdks.md', 'utf8'), REMEDY).toBe(renderSdkFeatures())
})
