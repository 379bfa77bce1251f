import { scaleImage } from './scale-image.ts'

// This is the child process of `ScalingProcess`. It ends when the service disconnects.

// A terminal or systemd sends these signals to both processes. The service decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.on('message', async (bytes: Buffer) => {
  process.send?.(await scaleImage(bytes))
})
