import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

const run = promisify(execFile)
const folder = await temporaryFolder('host-package')
afterAll(() => rm(folder, { recursive: true, force: true }))

const [{ filename, files }] = JSON.parse(
  (await run('npm', ['pack', '--json', '--pack-destination', folder, './sdk/host'])).stdout,
)
const tarball = join(folder, filename)

test('the package has its code, declarations, README and nothing else; no dependency', async () => {
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'README.md',
    'dist/mount.d.ts',
    'dist/mount.js',
    'dist/react.d.ts',
    'dist/react.js',
    'package.json',
  ])
  const { stdout } = await run('tar', ['-xOzf', tarball, 'package/package.json'])
  expect(JSON.parse(stdout)).not.toHaveProperty('dependencies')
})

test('publint and attw find nothing', async () => {
  const { stdout } = await run('node_modules/.bin/publint', ['run', tarball, '--strict'])
  expect(stdout).toContain('All good!')
  const attw = await run('node_modules/.bin/attw', [tarball, '--profile', 'esm-only', '--format', 'json'])
  expect(JSON.parse(attw.stdout)).toMatchObject({ problems: {} })
})

test('under 3 KiB, minified and compressed', async () => {
  const { build } = await import('vite')
  const bundle = await build({
    ...{ root: folder, logLevel: 'silent', configFile: false },
    build: {
      write: false,
      minify: true,
      lib: { entry: join(process.cwd(), 'sdk/host/src/mount.ts'), formats: ['es'] },
    },
  })
  const [output] = [bundle].flat() as { output: { code: string }[] }[]
  const code = output?.output[0]?.code ?? ''
  expect(code).toContain('counterfoil:token-needed')
  expect(gzipSync(code).length).toBeLessThan(3072)
})
