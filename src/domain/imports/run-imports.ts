import type { Tx } from '../../platform/database/db.ts'
import { runOpenJobs } from '../../platform/open-jobs.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type ImportTable, listOpenImports } from './queries.ts'

const UNEXPECTED = 'The import ended with an unexpected error; see the log for details.'

/** How the imports of one table are written. */
export type ImportKind = {
  table: ImportTable
  /**
   * Returns a function that writes the next part of an import, and the progress in the same transaction: after a crash,
   * nothing is lost or repeated. The function returns true if more may follow.
   */
  writer: (deps: Runtime, id: string) => Promise<(tx: Tx) => Promise<boolean>>
  /** Ends the import. The rows that were written stay. */
  fail: (tx: Tx, deps: Runtime, id: string, error: string) => Promise<void>
}

/** Why an import cannot continue, in words for the person who started it. */
export class ImportFailure extends Error {}

/** Writes the imports that are not finished. An import that fails does not delay the others. */
export async function runImports(
  deps: Runtime,
  { table, writer, fail }: ImportKind,
  stopping?: AbortSignal,
): Promise<void> {
  await runOpenJobs(await listOpenImports(deps.db, table), {
    stopping,
    work: async (id) => {
      const writeNext = await writer(deps, id)
      while (!stopping?.aborted && (await deps.db.begin(writeNext)));
    },
    fail: async (id, error) => {
      const isExpected = error instanceof ImportFailure
      if (!isExpected) deps.log.error({ err: error, table, import: id }, 'import failed')
      await deps.db.begin((tx) => fail(tx, deps, id, isExpected ? error.message : UNEXPECTED))
    },
  })
}
