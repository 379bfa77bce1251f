import { expect, test } from 'vitest'
import { chainAudit } from '../../src/domain/audit/chain/chain-entries.ts'
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts'
import type { Db } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { migrateBefore, openUnmigrated } from '../platform/database/unmigrated.ts'

const { create } = await openUnmigrated()

/** Writes an entry as the first release does. */
const write = (db: Db, target: string) => db`
  insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
  values (${orderedId()}, now(), 'cli', null, 'counterfoil command', 'a.b', ${target}, '{"cap": 1}', '{"cap": 2}')`

test('an upgrade chains the entries that it finds, then those of nodes of the previous release', async () => {
  const { db } = await create({ max: 4 })
  await migrateBefore(db, 'audit_chain')
  for (const target of ['a', 'b', 'c']) await write(db, target)
  await migrate(db)
  await write(db, 'd')
  expect(await verifyChain(db)).toMatchObject({ head: { position: 0 }, unchained: 4, misfit: null })
  await chainAudit({ db, now: () => new Date(), log: createLogger('error') })
  const rows = await db`select target from audit_chain join audit_log on id = entry_id order by position`
  expect(rows.map(({ target }) => target)).toEqual(['a', 'b', 'c', 'd'])
  expect(await verifyChain(db)).toMatchObject({ head: { position: 4 }, unchained: 0, misfit: null })
})
