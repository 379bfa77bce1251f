import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'

const harness = await createHarness()
const { admin, db, server } = harness
await server.listen({ port: 0, host: '127.0.0.1' })
const folder = await temporaryFolder('feed')
afterAll(() => rm(folder, { recursive: true, force: true }))

const guide = readFileSync('docs/webhooks.md', 'utf8')
const code = /^```js\n(\/\/ catch-up\.mjs\n[\s\S]*?)^```$/m.exec(guide)?.[1]
if (!code) throw new Error('the guide has no catch-up.mjs')
await writeFile(join(folder, 'catch-up.mjs'), code)
await writeFile(
  join(folder, 'run.mjs'),
  `import { catchUp } from './catch-up.mjs'
   const seen = []
   const last = await catchUp(process.argv[2], (event) => seen.push(event.id))
   console.log(JSON.stringify({ seen, last }))`,
)

test('catch-up.mjs from the guide reads every event in order and continues after the last one', async () => {
  const partner = await onboard(admin, { requireV2: true })
  const env = { COUNTERFOIL_URL: server.listeningOrigin, SECRET: partner.secret, SLUG: partner.slug }
  const catchUp = async (...after: string[]) => {
    const run = promisify(execFile)(process.execPath, [join(folder, 'run.mjs'), ...after], { env })
    return JSON.parse((await run).stdout)
  }
  const missed = (await emitEvents(harness, partner.id, 450)).map(({ id }) => id)
  await untilFeedIsComplete(db)
  const { seen, last } = await catchUp()
  expect(seen).toEqual(missed)
  const more = (await emitEvents(harness, partner.id, 3)).map(({ id }) => id)
  await untilFeedIsComplete(db)
  expect(await catchUp(last)).toEqual({ seen: more, last: more.at(-1) })
  expect(await catchUp(more.at(-1) as string)).toEqual({ seen: [], last: more.at(-1) })
})
