import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { lockSettings, type SettingsRecord, updateSettings } from './settings-queries.ts'

export async function replaceSettings(
  deps: Runtime,
  caller: Caller,
  input: Omit<SettingsRecord, 'updatedAt'>,
): Promise<SettingsRecord> {
  return deps.db.begin(async (tx) => {
    const before = await lockSettings(tx)
    const now = deps.now()
    const after = await updateSettings(tx, input, now)
    const target = 'settings:statements'
    await record(tx, { caller, at: now, action: 'settings.update', target, before, after })
    tx.acknowledge()
    return after
  })
}
