/** Prints its findings and returns whether the promise holds. `directory` is temporary and belongs to the proof. */
export type Proof = (directory: string, say: (line: string) => void, args: string[]) => Promise<boolean>
