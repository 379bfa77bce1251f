import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabases } from '../faults/empty-database.ts'
import { ADMIN_KEY, originOf } from '../faults/shop.ts'
import { grayPng } from '../support/pictures.ts'
import { freePort, spawnCommand, untilUp } from '../support/process.ts'

vi.setConfig({ testTimeout: 900_000 })

const { emptyDatabase } = await openDatabases()
const BASES = ['docker.io/library/node:26-bookworm-slim', 'docker.io/library/debian:bookworm-slim']
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
/** Nothing is pulled: the base images must be there. */
const canBuild = BASES.every((image) => succeeds('buildah', 'inspect', '--type=image', image))
const IMAGE = 'counterfoil-test'

function buildah(...args: string[]): string {
  return execFileSync('buildah', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function build(): void {
  const npmrc = join(homedir(), '.npmrc')
  const secret = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []
  // Only the format of Docker has health checks.
  const isolation = ['--format=docker', '--isolation=chroot', '--network=host', '--pull-never', '--layers']
  buildah('build', ...isolation, ...secret, `--tag=${IMAGE}`, '.')
}

/** Runs the image in a chroot as its user, so that the test also works where containers cannot be nested. */
const runIn = (container: string, env: Record<string, string>, command: string[]) => [
  'run',
  '--isolation=chroot',
  ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  container,
  '--',
  ...command,
]

test.skipIf(!canBuild)(
  'the image serves with DATABASE_URL and SECRETS_KEY, as a user who can write to /data only',
  async () => {
    build()
    const { OCIv1, Docker } = JSON.parse(buildah('inspect', '--type=image', IMAGE))
    expect(OCIv1.config).toMatchObject({ User: '10001:10001', Cmd: ['serve'] })
    const container = buildah('from', '--pull-never', IMAGE)
    onTestFinished(() => void buildah('rm', container))
    const port = await freePort()
    const env = { ...(await emptyDatabase()), PORT: String(port), DRAIN_SECONDS: '0', HOST: '127.0.0.1' }
    const inside = (...command: string[]) =>
      spawnSync('buildah', runIn(container, env, command), { encoding: 'utf8' })

    const serve = runIn(container, env, [...OCIv1.config.Entrypoint, ...OCIv1.config.Cmd])
    const node = await untilUp(spawnCommand('buildah', serve, {}, true))
    for (const path of ['/readyz', '/app/', '/console/']) {
      expect((await fetch(`${originOf(port)}${path}`)).status, path).toBe(200)
    }
    // The package that scales images has a part for each architecture.
    const stored = await fetch(`${originOf(port)}/admin/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'image/png' },
      body: new Uint8Array(grayPng(640, 480)),
    })
    const { path } = (await stored.json()) as { path: string }
    const scaled = await fetch(`${originOf(port)}${path}?w=320`, { headers: { accept: 'image/webp' } })
    expect([stored.status, scaled.headers.get('content-type')]).toEqual([201, 'image/webp'])
    const [kind, ...healthcheck] = Docker.config.Healthcheck.Test
    expect([kind, inside(...healthcheck).status]).toEqual(['CMD', 0])
    expect(inside('id', '-u').stdout).toBe('10001\n')
    expect(inside('touch', '/app/file').status).not.toBe(0)
    expect(inside('touch', '/data/file').status).toBe(0)
    expect(inside('ls', '/app/node_modules/typescript').status).not.toBe(0)
    expect(inside(...OCIv1.config.Entrypoint, 'migrate').stdout).toMatch(/^No migrations to apply\. /)

    process.kill(-(node.child.pid as number), 'SIGTERM')
    await node.exited
    await expect(fetch(`${originOf(port)}/healthz`)).rejects.toThrow()
  },
)
