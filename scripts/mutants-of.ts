/** A mistake that somebody could make: the text in a file, what replaces it, and the tests that should fail then. */
export type Mutant = { file: string; from: string; to: string; tests: readonly string[] }

/** The mistakes in one file that the same tests should find. */
export const mutantsOf =
  (file: string, tests: readonly string[]) =>
  (...patches: [string, string][]): Mutant[] =>
    patches.map(([from, to]) => ({ file, from, to, tests }))
