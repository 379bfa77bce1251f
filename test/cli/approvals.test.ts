import { expect, test } from 'vitest'
import { openApprovalScene } from '../support/approval-scene.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { createCommandHarness } from './command.ts'

const harness = await createCommandHarness()
const { command, db } = harness

test('a command only requests; the emergency command applies the request, with an error in its output', async () => {
  const { require } = await openApprovalScene(harness)
  const { partner } = await onboardIssuer(harness, { slug: 'acme-pay' })
  await require()
  const url = 'https://api.acme.example/hooks'
  const requested = await command('partner', 'update', 'acme-pay', '--webhook-url', url)
  expect([requested.code, requested.stdout]).toEqual([
    0,
    expect.stringMatching(/^Sent for approval, nothing has changed yet: Webhook URL (set|added)/),
  ])
  const webhookUrl = async () =>
    (await db`select webhook_url from partners where id = ${partner.id}`)[0]?.webhookUrl
  expect(await webhookUrl()).not.toBe(url)
  const { json } = await command('approvals', 'list', '--json')
  const [{ id }] = json.items
  const applied = await command('approvals', 'emergency', id, '--reason', 'The other admin has left.')
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('without a second person')])
  expect(applied.stdout + applied.stderr).toContain('without a second person')
  expect(await webhookUrl()).toBe(url)
  expect(await db`select kind, subject_id from alerts where kind = 'APPROVAL_BYPASSED'`).toEqual([
    { kind: 'APPROVAL_BYPASSED', subjectId: id },
  ])
  const again = await command('approvals', 'emergency', id, '--reason', 'Again', '--json')
  expect([again.code, again.json.error]).toEqual([3, 'approval_decided'])
})
