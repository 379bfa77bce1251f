import { signOut, viewSession } from '@counterfoil/contract/session/sign-in.ts'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/call.ts'
import { clearDrafts } from '../form/drafts.ts'
import { isProofRequested, settleProof } from '../session/proof-store.ts'
import { forgetLookUps } from '../session/recent-look-ups.ts'
import {
  adoptSession,
  dropSession,
  getSessionState,
  type Session,
  setSessionState,
} from '../session/session-store.ts'

/** All tabs of the browser share the cookie, so they tell each other about sign-ins and sign-outs. */
const tabs = new BroadcastChannel('counterfoil-session')

export async function loadSession(): Promise<void> {
  try {
    adoptSession((await send(viewSession, {})) as Session)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized') dropSession(null)
    else setSessionState({ status: 'failed', error })
  }
}

/** Call it after a sign-in in this tab. */
export function beginSession(session: Session): void {
  adoptSession(session)
  announceSession()
}

/** Call it after a sign-in in a window that shows nothing of the console itself. */
export function announceSession(): void {
  tabs.postMessage('signed-in')
}

/** A session that has already ended, in another tab or by an admin, is signed out as well. */
export async function endSession(): Promise<void> {
  await send(signOut, {}).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'unauthorized')) throw error
  })
  leaveSession()
}

/** Call it after the service has ended the session. */
export function leaveSession(): void {
  clearDrafts()
  forgetLookUps()
  dropSession(null)
  tabs.postMessage('signed-out')
}

/** Drafts of open forms stay, so that the same person finds them after the next sign-in. */
export function followOtherTabs(): void {
  tabs.onmessage = async ({ data }: MessageEvent<'signed-in' | 'signed-out'>) => {
    const state = getSessionState()
    if (data === 'signed-out') dropSession('elsewhere')
    else if (state.status !== 'signed-in' || state.isInterrupted) await loadSession()
    else if (isProofRequested()) {
      await loadSession()
      // A sign-in is also a proof.
      settleProof(true)
    }
  }
}
