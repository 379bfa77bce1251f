import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { grayPng } from '../support/pictures.ts'
import { createCommandHarness, run, startCommand } from './command.ts'

const harness = await createCommandHarness()
const { dataDir } = harness.deps.config
const folder = join(dataDir, 'uploads')
const env = { ...harness.env, DATA_DIR: dataDir }
const convert = (...options: string[]) => run(env, ['images', 'convert', ...options])
const widths = async () => (await readdir(folder)).filter((name) => name.endsWith('-widths.json')).length

async function storeImages(count: number, gray: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let n = 1; n <= count; n += 1) {
    const bytes = grayPng(10 + n, 10, gray)
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    await writeFile(join(folder, `${name}.png`), bytes)
  }
}

test('images convert: two at once convert every image; a repeat converts nothing; damaged images are counted', async () => {
  expect((await convert()).stdout).toBe('0 images: 0 converted, 0 already converted, 0 cannot be read.\n')
  await storeImages(4, 60)
  await writeFile(join(folder, `${'0'.repeat(32)}.png`), 'damaged')
  await writeFile(join(folder, '.half-written'), 'ignored')
  const both = await Promise.all([1, 2].map(() => convert('--json')))
  for (const { code, json } of both) expect([code, json.total, json.done]).toEqual([0, 5, 5])
  expect(await widths()).toBe(5)
  const { stdout } = await convert()
  expect(stdout).toBe('5 images: 0 converted, 5 already converted, 0 cannot be read.\n')
})

test('images convert: Ctrl-C stops it after the current image, and a repeat converts the rest', async () => {
  await storeImages(80, 200)
  const before = await widths()
  const running = startCommand(env, ['images', 'convert', '--json'])
  await expect.poll(widths).toBeGreaterThan(before)
  running.child.kill('SIGINT')
  const stopped = await running.done
  expect([stopped.code, stopped.json.error]).toEqual([130, 'interrupted'])
  expect(stopped.json.done).toBeLessThan(stopped.json.total)
  const { json } = await convert('--json')
  expect(json.done).toBe(json.total)
  expect(await widths()).toBe(json.total)
})
