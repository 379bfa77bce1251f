import { hash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../platform/config-error.ts'

export type CommandLock = { release(): Promise<void> }

/** The path of a Unix socket has at most 103 bytes on macOS. */
const MAX_PATH_BYTES = 103
const LONG_WAIT_MS = 1000
const OTHER_USERS_SOCKET = 'belongs to another user: run the command as that user or set DATA_DIR'

/**
 * Only one command at a time starts and stops the embedded database of a DATA_DIR. It listens on a socket,
 * which closes with its process however that ends. Waiting commands stay connected to that socket.
 */
export async function acquireCommandLock(
  dataDir: string,
  signal: AbortSignal,
  onLongWait: () => void,
): Promise<CommandLock> {
  mkdirSync(dataDir, { recursive: true })
  const path = addressOf(dataDir)
  const timer = setTimeout(onLongWait, LONG_WAIT_MS)
  try {
    for (;;) {
      signal.throwIfAborted()
      const lock = await listen(path)
      if (lock) return lock
      if (await isAbandoned(path, signal)) rmSync(path, { force: true })
    }
  } finally {
    clearTimeout(timer)
  }
}

function addressOf(dataDir: string): string {
  const path = join(dataDir, 'command.sock')
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path
  return join(tmpdir(), `counterfoil-${hash('sha256', dataDir).slice(0, 16)}.sock`)
}

function listen(path: string): Promise<CommandLock | null> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandLock | null>()
  const waiting = new Set<Socket>()
  const server = createServer((socket) => {
    waiting.add(socket.unref())
    socket.on('error', () => {}).once('close', () => waiting.delete(socket))
  })
  const release = () => {
    const closed = new Promise<void>((settle) => server.close(() => settle()))
    for (const socket of waiting) socket.destroy()
    return closed
  }
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(null)
    else reject(error)
  })
  server.listen(path, () => {
    server.unref()
    resolve({ release })
  })
  return promise
}

/** Waits until the lock is released. True if a killed process left the socket behind. */
function isAbandoned(path: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const socket = connect({ path, signal })
  socket.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EACCES') reject(new ConfigError(`${path} ${OTHER_USERS_SOCKET}`))
    else resolve(code === 'ECONNREFUSED')
  })
  socket.once('close', () => resolve(false))
  return promise
}
