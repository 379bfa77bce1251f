import { listCodeImports, startCodeImport } from '@counterfoil/contract/admin/code-imports.ts'
import { uploadCodes } from '@counterfoil/contract/admin/codes.ts'
import { useSyncExternalStore } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { startImport } from '../imports/use-latest-import.ts'

export type CodeReport = ResponseBody<typeof uploadCodes>
export type CodeFile = { name: string; codes: Blob }

/** `share` says how much of the file is sent, from 0 to 1. Then the service checks the file. */
export type CodeUpload =
  | { step: 'checking' | 'sending'; share: number }
  | { step: 'checked'; file: CodeFile; report: CodeReport }
  | { step: 'failed'; error: unknown }

/** Files that this tab is sending, by person and voucher. They go on while other screens of the console are open. */
const uploads = new Map<string, CodeUpload>()
const listeners = new Set<() => void>()

export function useCodeUpload(key: string): CodeUpload | null {
  return useSyncExternalStore(subscribe, () => uploads.get(key) ?? null)
}

/** A dry run: says what an import of the file would do. */
export function checkCodes(key: string, voucherId: string, file: CodeFile): Promise<void> {
  return run(key, 'checking', async (progress) => {
    const input = { params: { id: voucherId }, query: { dryRun: true }, file: file.codes }
    return { step: 'checked', file, report: await upload(uploadCodes, input, progress) }
  })
}

/** Hands the file to the service, which adds the codes. */
export function sendCodes(key: string, voucherId: string, { name, codes }: CodeFile): Promise<void> {
  return run(key, 'sending', async (progress) => {
    const input = { params: { id: voucherId }, query: { fileName: name }, file: codes }
    await startImport(listCodeImports, voucherId, () => upload(startCodeImport, input, progress))
    return null
  })
}

export function forgetUpload(key: string): void {
  set(key, null)
}

async function run(
  key: string,
  step: 'checking' | 'sending',
  send: (progress: (share: number) => void) => Promise<CodeUpload | null>,
): Promise<void> {
  set(key, { step, share: 0 })
  try {
    set(key, await send((share) => set(key, { step, share })))
  } catch (error) {
    set(key, { step: 'failed', error })
  }
}

function set(key: string, upload: CodeUpload | null): void {
  if (upload === null) uploads.delete(key)
  else uploads.set(key, upload)
  const isBusy = [...uploads.values()].some(({ step }) => step === 'checking' || step === 'sending')
  if (isBusy) window.addEventListener('beforeunload', askBeforeClosing)
  else window.removeEventListener('beforeunload', askBeforeClosing)
  for (const listener of listeners) listener()
}

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
