import { viewSession } from '@counterfoil/contract/session/sign-in.ts'
import { call } from '../api/call.ts'

/**
 * Lets the browser save the response of an address, of any size. The session is checked first: an ended one opens the
 * sign-in instead of saving an error as a file.
 */
export async function download(address: string): Promise<void> {
  await call(viewSession, {})
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
