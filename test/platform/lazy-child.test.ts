import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger, lazyChild } from '../../src/platform/logging.ts'

function listen(level = 'info') {
  const lines: Record<string, unknown>[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
  const log = createLogger(level, false, new Writable({ write }))
  return { log, lines }
}

test('logs what a child logger would, with its bindings, every time', () => {
  const { log, lines } = listen()
  const child = lazyChild(log, { requestId: 'r1' })
  child.info({ status: 200 }, 'first')
  child.error('second')
  child.debug('unheard')
  child.child({ more: true }).warn('third')
  expect(lines).toMatchObject([
    { level: 30, requestId: 'r1', status: 200, msg: 'first' },
    { level: 50, requestId: 'r1', msg: 'second' },
    { level: 40, requestId: 'r1', more: true, msg: 'third' },
  ])
})

test('two children of one logger do not share bindings', () => {
  const { log, lines } = listen()
  const [a, b] = [lazyChild(log, { requestId: 'a' }), lazyChild(log, { requestId: 'b' })]
  a.info('one')
  b.info('two')
  a.info('three')
  log.info('four')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['a', 'b', 'a', undefined])
})
