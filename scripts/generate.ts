// `npm run generate`: writes what is made from the contract (openapi.json, docs/errors.md, docs/roles.md, docs/postman-collection.json, and the types, fixtures and remedies
// of the SDKs), the tables of the console's screens and of the SDKs' calls, and migrations/schema.sql. All are committed.
import { rm, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { loadConfig } from '../src/platform/config.ts'
import { openFoundation } from '../src/process/startup.ts'
import { renderScreenTable } from './console-screens.ts'
import { dumpSchema } from './dump-schema.ts'
import { renderErrorDocs } from './render-error-docs.ts'
import { renderOpenapi } from './render-openapi.ts'
import { renderPostman } from './render-postman.ts'
import { renderRoleDocs } from './render-role-docs.ts'
import { renderSdkFeatures } from './render-sdk-features.ts'
import { renderSdkGo } from './render-sdk-go.ts'
import { committedSdkJava, renderSdkJava } from './render-sdk-java.ts'
import { pythonFiles } from './render-sdk-python.ts'
import { renderSdkFixtures, renderSdkRemedies, renderSdkTypes } from './render-sdk-types.ts'
import { temporaryFolder } from './temporary-folder.ts'

await writeFile('sdk/src/contract-types.ts', renderSdkTypes())
await writeFile('sdk/src/event-fixtures.ts', renderSdkFixtures())
await writeFile('sdk/src/remedies.ts', renderSdkRemedies())
for (const [path, text] of Object.entries(pythonFiles())) await writeFile(path, text)
for (const [path, text] of Object.entries(renderSdkGo())) await writeFile(path, text)
for (const path of committedSdkJava().keys()) await rm(path)
for (const [path, text] of renderSdkJava()) await writeFile(path, text)

await writeFile('docs/internals/console-routes.md', renderScreenTable())
await writeFile('docs/errors.md', renderErrorDocs())
await writeFile('docs/roles.md', renderRoleDocs())
await writeFile('docs/sdks.md', renderSdkFeatures())

const dataDir = await temporaryFolder('generate')
const foundation = await openFoundation(loadConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
try {
  await writeFile('migrations/schema.sql', await dumpSchema(foundation.deps.db))
  const openapi = await renderOpenapi(foundation.deps)
  await writeFile('openapi.json', openapi)
  await writeFile('docs/postman-collection.json', renderPostman(openapi))
} finally {
  await foundation.close()
  await rm(dataDir, { recursive: true, force: true })
}
