import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'
import { openAlertScene } from './alert-scene.ts'

const harness = await createHarness({ allowPrivateTargets: false })
const { admin, create } = openAlertScene(harness)

test('a private address is refused: nothing is sent to our own network', async () => {
  const receiver = await openReceiver()
  const url = receiver.url.replace('http:', 'https:').replace('127.0.0.1', 'localhost')
  const { id } = await create({ kind: 'SLACK', url })
  const { body } = await admin('POST', `/admin/alert-destinations/${id}/test`)
  expect(body).toMatchObject({ ok: false, status: null, error: expect.stringContaining('not public') })
  expect(receiver.received).toEqual([])
})
