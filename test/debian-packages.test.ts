import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findPrograms, MissingPackages } from '../proofs/debian-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'pgbouncer'), '#!/bin/sh\n')
chmodSync(join(folder, 'pgbouncer'), 0o755)
writeFileSync(join(folder, 'etcd'), 'not a program', { mode: 0o644 })

test('an installed program: its path', () => {
  expect(findPrograms(['pgbouncer'], ['/missing-folder', folder])).toEqual({
    pgbouncer: join(folder, 'pgbouncer'),
  })
})

test('missing programs: one error that names each package once', () => {
  const find = () => findPrograms(['postgres', 'initdb', 'pgbouncer', 'patroni', 'etcd'], [folder])
  expect(find).toThrow(MissingPackages)
  expect(find).toThrow(/missing: postgresql, patroni, etcd-server\. Install with: apt-get install postgresql/)
})
