import { uploadCodes } from '@counterfoil/contract/admin-codes.ts'
import { useSyncExternalStore } from 'react'
import type { Answered } from '../api/call.ts'
import { upload } from '../api/upload.ts'

export type CodeReport = Answered<typeof uploadCodes>

/** `share`: how much of the codes is sent, from 0 to 1. After that the service works on them. */
export type CodeUpload =
  | { step: 'checking' | 'adding'; codes: Blob; share: number }
  | { step: 'checked' | 'added'; codes: Blob; report: CodeReport }
  | { step: 'failed'; codes: Blob; error: unknown }

/** Uploads of this tab, by person and voucher. They go on while other screens of the console are open. */
const uploads = new Map<string, CodeUpload>()
const listeners = new Set<() => void>()

export function useCodeUpload(key: string): CodeUpload | null {
  return useSyncExternalStore(subscribe, () => uploads.get(key) ?? null)
}

/** Checks the codes first (a dry run), or adds them. */
export async function startUpload(
  key: string,
  { id, codes, isDryRun }: { id: string; codes: Blob; isDryRun: boolean },
): Promise<void> {
  const step = isDryRun ? 'checking' : 'adding'
  set(key, { step, codes, share: 0 })
  try {
    const given = { params: { id }, query: isDryRun ? { dryRun: true } : {}, file: codes }
    const report = await upload(uploadCodes, given, (share) => set(key, { step, codes, share }))
    set(key, { step: isDryRun ? 'checked' : 'added', codes, report })
  } catch (error) {
    set(key, { step: 'failed', codes, error })
  }
}

export function forgetUpload(key: string): void {
  set(key, null)
}

function set(key: string, upload: CodeUpload | null): void {
  if (upload === null) uploads.delete(key)
  else uploads.set(key, upload)
  const isBusy = [...uploads.values()].some(({ step }) => step === 'checking' || step === 'adding')
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
