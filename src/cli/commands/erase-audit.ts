import { CLI } from '../../domain/actors/caller.ts'
import { eraseAuditTexts } from '../../domain/audit/chain/erase-texts.ts'
import type { ErasedSubject } from '../../domain/audit/queries.ts'
import { askCells } from '../../platform/cells/merge.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { confirm } from '../terminal/confirm.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'

type Options = { staff?: string; entry?: string; yes?: boolean }

export async function eraseAudit(
  { terminal, signal, openExisting }: CommandContext,
  options: Options,
): Promise<number> {
  const subject = readSubject(options)
  const { deps } = await openExisting()
  const texts =
    'staffId' in subject ? `the name of staff member ${subject.staffId}` : `entry ${subject.entryId}`
  await confirm(`This erases ${texts} from the audit log and cannot be undone.`, options.yes === true, signal)
  const parts = await askCells(deps, (cell) => eraseAuditTexts(deps.depsIn(cell), CLI, subject))
  const erased = {
    entries: parts.reduce((sum, { entries }) => sum + entries, 0),
    texts: parts.reduce((sum, { texts }) => sum + texts, 0),
  }
  const lines = [`erased texts: ${erased.texts}`, `entries that they belong to: ${erased.entries}`]
  terminal.printResult(erased, lines.join('\n'))
  return EXIT.done
}

function readSubject({ staff, entry }: Options): ErasedSubject {
  if ((staff === undefined) === (entry === undefined)) throw new UsageError('give either --staff or --entry')
  const [flag, id] = staff === undefined ? ['--entry', entry ?? ''] : ['--staff', staff]
  if (!isUuid(id)) throw new UsageError(`${flag} ${visible(id)} is not an id`)
  return staff === undefined ? { entryId: id.toLowerCase() } : { staffId: id.toLowerCase() }
}
