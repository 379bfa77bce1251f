// postgres.js 3.4.9 forgets two things when a connection is lost; until a release has them, the set-up mends the
// installed file.
// - Its write buffer, inside a transaction: the ROLLBACK that follows is written to a socket that is gone (an exception
//   nobody can catch), and the connection never works again. Known upstream (porsager/postgres issue 1208).
// - The query that was under way: while the server refuses connections, its refusals are taken for answers to that one.
//   The query that waits for the connection is not told, and the driver connects again and again without a pause.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../node_modules/postgres/src/connection.js', import.meta.url)

const MENDS = [
  [
    '    const x = socket.write(chunk, fn)\n',
    "    if (!socket) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options, socket))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
  ],
  [
    '    incomings = null\n    clearImmediate(nextWriteTimer)\n',
    '    incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
  ],
  [
    '    closedTime = performance.now()\n    hadError &&',
    '    query = results = errorResponse = null\n    result = new Result()\n    closedTime = performance.now()\n    hadError &&',
  ],
]

/** Safe to repeat. Throws when the file is another than the one that this was written for. */
export function mendDriver() {
  let text = readFileSync(FILE, 'utf8')
  for (const [broken, mended] of MENDS) {
    if (text.includes(mended)) continue
    if (!text.includes(broken))
      throw new Error('postgres.js is another version: see whether scripts/mend-driver.mjs is still needed')
    text = text.replace(broken, mended)
  }
  writeFileSync(FILE, text)
}
