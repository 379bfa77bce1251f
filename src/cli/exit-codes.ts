/** What the exit code of a command says; docs/cli.md tells the same to people. An interruption is 128 + its signal. */
export const EXIT = {
  done: 0,
  /** A wrong configuration, a database out of reach, or something unforeseen. */
  failed: 1,
  usage: 2,
  /** What was asked for does not fit the contract, meets a conflict, or names what is not there. */
  refused: 3,
  /** An import came to its end, and some of its rows were not taken. */
  rowsRejected: 4,
} as const
