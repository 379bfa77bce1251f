import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { lockSettings, type SettingsRecord, updateSettings } from './settings-queries.ts'

export async function replaceSettings(
  deps: Runtime,
  caller: Caller,
  input: Pick<SettingsRecord, 'secondFactorRoles'>,
): Promise<SettingsRecord> {
  return deps.db.begin(async (tx) => {
    const before = await lockSettings(tx)
    const after = await updateSettings(tx, input, deps.now())
    const target = 'settings:sign-in'
    await record(tx, { caller, at: deps.now(), action: 'settings.update', target, before, after })
    return after
  })
}
