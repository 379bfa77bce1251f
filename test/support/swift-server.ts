import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, until } from './process.ts'

/** OpenStack Swift with its S3 API: a real S3 server that Debian packages. */
export type SwiftServer = {
  endpoint: string
  port: number
  /** The S3 API cannot limit a bucket, so this uses Swift's own. */
  createBucket(name: string, maxBytes?: number): Promise<void>
  stop(): void
}

/** The account, the user and the password that the S3 API knows. */
export const S3_KEYS = { accessKeyId: 'pictures:shop', secretAccessKey: 'a-secret-of-the-shop' }

const KINDS = ['account', 'container', 'object'] as const
const PROGRAMS = ['memcached', 'swift-proxy-server', ...KINDS.map((kind) => `swift-${kind}-server`)]
export const SWIFT_PACKAGES = ['memcached', 'swift-proxy', ...KINDS.map((kind) => `swift-${kind}`)]

export function isSwiftInstalled(): boolean {
  try {
    for (const program of PROGRAMS) accessSync(`/usr/bin/${program}`, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** One proxy and one storage node of each kind, all in `folder`, with quotas for buckets. */
export async function startSwift(folder: string): Promise<SwiftServer> {
  const file = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  const user = `user = ${process.env.USER ?? 'root'}`
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true })
  file('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_suffix = test',
    '[storage-policy:0]',
    'name = one',
    'default = yes',
  ])
  const children: ChildProcess[] = []
  const common = [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    user,
    `swift_dir = ${folder}`,
    'workers = 0',
    'log_level = ERROR',
  ]
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() }
  makeRings(folder, ports)
  for (const kind of KINDS) {
    const port = ports[kind]
    const devices = [`devices = ${join(folder, 'devices')}`, 'mount_check = false', `bind_port = ${port}`]
    file(`${kind}.conf`, [
      ...common,
      ...devices,
      '[pipeline:main]',
      `pipeline = ${kind}-server`,
      `[app:${kind}-server]`,
      `use = egg:swift#${kind}`,
    ])
    children.push(
      spawn(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], { env: ENV(folder), stdio: 'ignore' }),
    )
  }
  const cachePort = await freePort()
  const cacheUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  children.push(
    spawn('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), ...cacheUser], { stdio: 'ignore' }),
  )
  const port = await freePort()
  file('proxy.conf', [
    ...common,
    ...[`bind_port = ${port}`, '[pipeline:main]'],
    'pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth container_quotas slo proxy-server',
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    ...[
      '[filter:tempauth]',
      'use = egg:swift#tempauth',
      `user_pictures_shop = ${S3_KEYS.secretAccessKey} .admin`,
    ],
    // Few names on a page, so that a test with a handful of them needs several.
    ...['[filter:s3api]', 'use = egg:swift#s3api', 's3_acl = false', 'max_bucket_listing = 2'],
    ...['[filter:cache]', 'use = egg:swift#memcache', `memcache_servers = 127.0.0.1:${cachePort}`],
    ...['catch_errors', 'gatekeeper', 'listing_formats', 'container_quotas', 'slo'].flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name}`,
    ]),
  ])
  children.push(
    spawn('swift-proxy-server', [join(folder, 'proxy.conf')], { env: ENV(folder), stdio: 'ignore' }),
  )
  const endpoint = `http://127.0.0.1:${port}`
  // The proxy also answers, with 503, while a storage node is still starting.
  for (const each of [port, ...Object.values(ports)]) await until(() => isAnswering(each))
  return {
    ...{ endpoint, port },
    async createBucket(name, maxBytes) {
      const login = { 'x-auth-user': S3_KEYS.accessKeyId, 'x-auth-key': S3_KEYS.secretAccessKey }
      const { headers } = await fetch(`${endpoint}/auth/v1.0`, { headers: login })
      const quota = maxBytes === undefined ? {} : { 'x-container-meta-quota-bytes': String(maxBytes) }
      const { status } = await fetch(`${headers.get('x-storage-url')}/${name}`, {
        method: 'PUT',
        headers: { 'x-auth-token': headers.get('x-auth-token') ?? '', ...quota },
      })
      if (status !== 201) throw new Error(`the bucket ${name} was not created: ${status}`)
    },
    stop() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** Replaces nine `swift-ring-builder` commands, each of which would load all of Swift again. */
const RINGS = `
import json, sys
from swift.common.ring import RingBuilder
for kind, port in json.loads(sys.argv[1]).items():
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd1', 'meta': '',
                     'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')`

/** Where the one storage node of each kind listens. */
function makeRings(folder: string, ports: Record<(typeof KINDS)[number], number>): void {
  execFileSync('/usr/bin/python3', ['-c', RINGS, JSON.stringify(ports)], { cwd: folder, stdio: 'ignore' })
}

const ENV = (folder: string) => ({ PATH: '/usr/bin:/bin', SWIFT_DIR: folder, HOME: folder })

function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  )
}
