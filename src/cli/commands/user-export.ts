import { once } from 'node:events'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { exportPerson } from '../../domain/personal-data/export-person.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'
import { type UserOptions, withUser } from './chosen-user.ts'

export function exportUser(
  context: CommandContext,
  options: UserOptions & { output?: string },
): Promise<number | Refusal> {
  const { terminal, signal } = context
  return withUser(context, options, async (deps, person, archives) => {
    const parts = { archives, now: new Date(), signal }
    if (options.output === undefined) {
      await exportPerson(deps, person, { ...parts, write: print })
      return EXIT.done
    }
    const path = resolve(options.output)
    await writeFile(path, (write) => exportPerson(deps, person, { ...parts, write }))
    terminal.printResult(
      { userId: person.userId, file: path },
      `exported user ${person.userId} to ${visible(path)}`,
    )
    return EXIT.done
  })
}

/** Waits for a slow reader, so that memory holds only a page. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

type Write = (text: string) => Promise<void>

/** Only the owner can read the file. A file that exists is not replaced: others may be able to read it. */
async function writeFile(path: string, work: (write: Write) => Promise<void>): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(
      code === 'EEXIST'
        ? `${visible(path)} exists: choose another file`
        : `cannot write ${visible(path)} (${code})`,
    )
  })
  try {
    await work(async (text) => {
      await file.writeFile(text)
    })
    await file.close()
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}
