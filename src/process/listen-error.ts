import type { Config } from '../platform/config.ts'
import { ConfigError, StartError } from '../platform/config-error.ts'

/** One line for the operator: why the service cannot listen, and what to do about it. */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`PORT ${port} is in use: stop the process that listens on it or set PORT`)
  if (error.code === 'EACCES')
    return new ConfigError(`No permission to listen on PORT ${port}: set PORT to 1024 or above`)
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(
      `HOST ${host} is not an address of this machine: set HOST to one of its addresses or to 0.0.0.0`,
    )
  return error
}
