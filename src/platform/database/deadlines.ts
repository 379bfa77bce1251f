/**
 * How long anything may wait for the database. A caller hears 503 within five seconds of asking, so everything on the
 * way to that answer ends sooner.
 */

/** From asking for a connection to the whole answer of one statement; work that needs longer says so. */
export const STATEMENT_DEADLINE_MS = 4_500
/** PostgreSQL ends a statement by itself a little earlier: that keeps the connection, our own deadline costs it. */
export const SERVER_STATEMENT_TIMEOUT_MS = 4_000
/** To open a connection: name lookup, TCP, TLS, password. */
export const CONNECT_DEADLINE_MS = 4_000
/** For a request in a queue of ours (a batch, an engine's lane), from its arrival. */
export const QUEUE_DEADLINE_MS = 5_000
