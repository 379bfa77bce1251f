/** Exit codes, documented in docs/cli.md. An interrupted command exits with 128 + its signal. */
export const EXIT = {
  done: 0,
  /** Wrong configuration, database unavailable, or an unexpected error. */
  failed: 1,
  usage: 2,
  /** The request is invalid, conflicts with the current state, or names something that does not exist. */
  refused: 3,
  /** An import or a bulk job finished, but some rows or records were refused. */
  rowsRejected: 4,
} as const
