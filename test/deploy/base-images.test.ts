import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const [, check = ''] = dockerfile.match(/^ARG RELEASE=false\nRUN ((?:.*\\\n)*.*)$/m) ?? []
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

/** Runs the first step of the build, as a build with these arguments does. */
function buildWith(env: { NODE_IMAGE: string; RUNTIME_IMAGE: string; RELEASE: string }) {
  const { status, stderr } = spawnSync('sh', ['-c', check], {
    env: { ...env, PATH: process.env.PATH },
    encoding: 'utf8',
  })
  return { status, refused: stderr.split(' is not pinned')[0] }
}

test('a release is built from base images that are pinned by digest; other builds may use tags', () => {
  const [node, debian] = ['node:26-bookworm-slim', 'debian:bookworm-slim']
  const pinned = { NODE_IMAGE: `${node}@${DIGEST}`, RUNTIME_IMAGE: `${debian}@${DIGEST}` }
  expect(buildWith({ NODE_IMAGE: node, RUNTIME_IMAGE: debian, RELEASE: 'false' }).status).toBe(0)
  expect(buildWith({ ...pinned, RELEASE: 'true' }).status).toBe(0)
  for (const [changed, refused] of [
    [{ NODE_IMAGE: node }, node],
    [{ RUNTIME_IMAGE: debian }, debian],
    [{ RUNTIME_IMAGE: `${debian}@${DIGEST.slice(0, -1)}` }, `${debian}@${DIGEST.slice(0, -1)}`],
  ] as const)
    expect(buildWith({ ...pinned, ...changed, RELEASE: 'true' })).toEqual({ status: 1, refused })
})

test('the base images of the Dockerfile name a tag, perhaps with a digest', () => {
  const images = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image]) => image)
  expect(images).toHaveLength(2)
  for (const image of images) expect(image).toMatch(/^[\w./-]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/)
})
