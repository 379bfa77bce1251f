/** How long anything may wait for the database. A caller gets its 503 within five seconds, so all other waits are shorter. */

/** From asking for a connection to the complete response of one statement. Longer work calls `extendDeadline`. */
export const STATEMENT_DEADLINE_MS = 4_500
/** PostgreSQL cancels a statement a little earlier: this keeps the connection, which our own deadline destroys. */
export const SERVER_STATEMENT_TIMEOUT_MS = 4_000
/** To open a connection: name lookup, TCP, TLS, password. */
export const CONNECT_DEADLINE_MS = 4_000
/** For a request in one of our queues (a batch, a lane of the engine), from its arrival. */
export const QUEUE_DEADLINE_MS = 5_000
