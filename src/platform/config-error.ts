/** A wrong or missing setting. The message is one line that names the variable and how to fix it. */
export class ConfigError extends Error {}

/** The service cannot start now, and may be able to later. The message is one line that says how to fix it. */
export class StartError extends Error {}
