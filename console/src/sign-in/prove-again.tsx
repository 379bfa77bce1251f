import { Modal } from '@mantine/core'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isProofRequested, settleProof, subscribeToProof } from '../session/proof-store.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'

const ProveWays = lazy(async () => ({ default: (await import('./prove-ways.tsx')).ProveWays }))

/** Opens on top of the page when a sensitive act needs a new proof. After it, the refused request is sent again. */
export function ProveAgain() {
  const isOpen = useSyncExternalStore(subscribeToProof, isProofRequested)
  return (
    <Modal opened={isOpen} onClose={() => settleProof(false)} title={words.proveTitle} zIndex={450}>
      <Suspense>
        <ProveWays />
      </Suspense>
    </Modal>
  )
}
