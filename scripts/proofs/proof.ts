/** Prints what it finds; false when it is not as promised. `directory` is its own, and thrown away afterwards. */
export type Proof = (directory: string, say: (line: string) => void, args: string[]) => Promise<boolean>
