/** A request that needs a new proof of identity waits here while the dialog is open. */
let waiting: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

/** Opens the dialog. Resolves to false if the person cancels. All requests that need a proof wait for the same one. */
export function requestProof(): Promise<boolean> {
  waiting ??= Promise.withResolvers()
  announce()
  return waiting.promise
}

export function settleProof(isProved: boolean): void {
  waiting?.resolve(isProved)
  waiting = null
  announce()
}

export function isProofRequested(): boolean {
  return waiting !== null
}

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
