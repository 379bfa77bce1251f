import { expect, test } from 'vitest'
import { applyInEmergency } from '../../src/domain/approvals/emergency.ts'
import { openApprovalScene } from '../support/approval-scene.ts'
import { createHarness } from '../support/harness.ts'

const harness = await createHarness()
const { deps } = harness
const { homeDb: db } = harness.deps
const path = '/admin/settings/approvals'

test('422 two_admins_needed: with one admin, or a second one who has never signed in', async () => {
  const isOn = async () => (await harness.admin('GET', path)).body.isRequired
  expect(await isOn()).toBe(false)
  await harness.admin('POST', '/admin/staff/invite', { email: 'a@b.example', name: 'New', role: 'admin' })
  const refused = await harness.admin('PUT', path, { isRequired: true })
  expect([refused.status, refused.body.error]).toEqual([422, 'two_admins_needed'])
  expect(await isOn()).toBe(false)
})

test('turned on at once, turned off with an approval', async () => {
  const { aina, bala, approve, require, admin } = await openApprovalScene(harness)
  await require()
  expect((await aina('PUT', path, { isRequired: true })).status).toBe(200)
  const request = await aina('PUT', path, { isRequired: false })
  expect([request.status, request.body.kind]).toEqual([202, 'settings.approvals'])
  expect((await admin('GET', path)).body.isRequired).toBe(true)
  expect((await approve(aina, request)).body.error).toBe('own_request')
  expect((await approve(bala, request)).status).toBe(200)
  expect((await admin('GET', path)).body.isRequired).toBe(false)
  const [entry] = (await admin('GET', '/admin/audit?target=settings:approvals')).body.items
  expect(entry.summary).toBe('Approvals turned off')
  await require()
})

test('the emergency command makes the change of one request, and is in the audit log and the metrics', async () => {
  const { body: request } = await harness.admin('PUT', path, { isRequired: false })
  expect(await applyInEmergency(deps, request.id, 'Everybody else has left.')).toMatchObject({
    ...{ state: 'APPROVED', isEmergency: true, decidedBy: { kind: 'cli' }, note: 'Everybody else has left.' },
  })
  expect((await harness.admin('GET', path)).body.isRequired).toBe(false)
  const [entry] = await db`select * from audit_log where action = 'approval.emergency'`
  expect(entry).toMatchObject({ actorKind: 'cli', target: 'settings:approvals' })
  expect((await harness.admin('GET', '/metrics')).body).toContain('counterfoil_approvals_emergency 1')
  expect(await applyInEmergency(deps, request.id, 'Again')).toMatchObject({ code: 'approval_decided' })
})
