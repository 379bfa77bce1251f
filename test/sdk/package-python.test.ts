import { execFile, spawnSync } from 'node:child_process'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'

const run = promisify(execFile)
/** Debian's Python has the tools that build a package (python3-pip, python3-setuptools, python3-wheel). */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import setuptools, wheel, pip']).status === 0,
)
if (!python)
  process.stderr.write('The Python package is not tested: no python3 with pip, setuptools and wheel.\n')

const folder = await temporaryFolder('package-python')
afterAll(() => rm(folder, { recursive: true, force: true }))
const installed = join(folder, 'installed')
const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' }

/** Runs the block of the README, without the network. */
async function install(): Promise<void> {
  await cp('sdk/python', join(folder, 'sdk/python'), {
    recursive: true,
    filter: (path) => !/__pycache__|egg-info|\/build$/.test(path),
  })
  const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(await readFile('sdk/python/README.md', 'utf8')) ?? []
  expect(block).toContain('pip install')
  // pip takes "false" for "no isolation": it builds with the tools that are installed.
  const offline = { PIP_NO_BUILD_ISOLATION: 'false', PIP_NO_INDEX: '1', PIP_TARGET: installed }
  await run('bash', ['-ec', `pip() { ${python} -m pip "$@"; }\n${block}`], {
    cwd: folder,
    env: { ...env, ...offline, PIP_DISABLE_PIP_VERSION_CHECK: '1' },
  })
}

test.skipIf(!python)('the wheel of a clean folder is installed in a fresh one, with its types', async () => {
  await install()
  const wheel = join(folder, 'dist/counterfoil-1.0.0-py3-none-any.whl')
  const { stdout: list } = await run(python as string, ['-m', 'zipfile', '-l', wheel])
  const files = [...list.matchAll(/^(\S+\/\S+)/gm)].map(([, path = '']) => path)
  expect(files).toEqual(expect.arrayContaining(['counterfoil/__init__.py', 'counterfoil/py.typed']))
  expect(files.filter((path) => !/^counterfoil(-1\.0\.0\.dist-info)?\/[\w.]+$/.test(path))).toEqual([])
  const program = [
    'import counterfoil, counterfoil.version, importlib.metadata as metadata',
    'print(counterfoil.__file__, metadata.version("counterfoil"), counterfoil.version.VERSION)',
    'print(counterfoil.plain_title(counterfoil.testing.fixtures["CLAIM_CREATED"]["data"]["voucherTitle"]))',
  ].join('\n')
  const { stdout } = await run(python as string, ['-c', program], {
    cwd: folder,
    env: { ...env, PYTHONPATH: installed },
  })
  expect(stdout).toBe(`${installed}/counterfoil/__init__.py 1.0.0 1.0.0\nFree kopi with any toast set\n`)
})

const hasMypy = spawnSync('python3', ['-m', 'mypy', '--version']).status === 0
if (!hasMypy)
  process.stderr.write('The types of the Python package are not checked: mypy is not installed.\n')

test.skipIf(!hasMypy)('its types are complete: mypy --strict accepts the package', async () => {
  const cache = ['--cache-dir', join(folder, 'mypy')]
  await run('python3', ['-m', 'mypy', '--strict', ...cache, 'sdk/python/counterfoil'])
})
