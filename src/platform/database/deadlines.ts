/** The longest waits for the database. A caller gets its 503 within five seconds, so all other waits are shorter. */

/** How long one statement may take, including the wait for a connection. Longer work calls `extendDeadline`. */
export const STATEMENT_DEADLINE_MS = 4_500
/** PostgreSQL cancels a statement a little before our own deadline, which would destroy the connection. */
export const SERVER_STATEMENT_TIMEOUT_MS = 4_000
/** How long it may take to open a connection: name lookup, TCP, TLS, password. */
export const CONNECT_DEADLINE_MS = 4_000
/** How long a request may wait in one of our queues (a batch, a lane of the engine). */
export const QUEUE_DEADLINE_MS = 5_000
