/** Shows how much of the input has been read, and the result so far. */
export type Progress = { update(doneBytes: number, state: string): void; end(): void }

const REDRAW_MS = 100
const LINE_EVERY_MS = 3000
const BAR_WIDTH = 30

/** Shows the progress on stderr: a bar on a terminal, elsewhere a line every few seconds. */
export function showProgress(totalBytes: number | null): Progress {
  const redraws = process.stderr.isTTY === true
  const everyMs = redraws ? REDRAW_MS : LINE_EVERY_MS
  // Short work ends before the first update is shown.
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
