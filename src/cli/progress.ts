/** What is known of a long work: how far the reading is, and what came of it so far. */
export type Progress = { update(doneBytes: number, state: string): void; end(): void }

const REDRAW_MS = 100
const LINE_EVERY_MS = 3000
const BAR_WIDTH = 30

/** On stderr: a bar that redraws itself on a terminal, elsewhere a plain line now and then. */
export function showProgress(totalBytes: number | null): Progress {
  const redraws = process.stderr.isTTY === true
  const everyMs = redraws ? REDRAW_MS : LINE_EVERY_MS
  // A short work ends before anything was to be said.
  let lastMs = performance.now()
  let drawn = false
  return {
    update(doneBytes, state) {
      if (performance.now() - lastMs < everyMs) return
      lastMs = performance.now()
      drawn = true
      const text = `${share(doneBytes, totalBytes, redraws)}${state}`
      process.stderr.write(redraws ? `\r\x1b[K${text}` : `counterfoil: ${text}\n`)
    },
    end() {
      if (drawn && redraws) process.stderr.write('\r\x1b[K')
    },
  }
}

function share(doneBytes: number, totalBytes: number | null, withBar: boolean): string {
  if (!totalBytes) return ''
  const done = Math.min(1, doneBytes / totalBytes)
  const filled = Math.round(done * BAR_WIDTH)
  const bar = withBar ? `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ` : ''
  return `${bar}${Math.floor(done * 100)} %, `
}
