#!/usr/bin/env node
/**
 * Adds missing hashes to package-lock.json. npm writes no hash for a package that its registry did not have when the
 * lockfile was made (a mirror may lack packages for other systems), and it never adds the hash later.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const missing = []

for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity) continue
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = integrityOf(`${name}@${entry.version}`)
  if (integrity === null) missing.push(name)
  else {
    // npm writes the fields in this order.
    const { version, resolved, ...rest } = entry
    lock.packages[path] = { version, ...(resolved && { resolved }), integrity, ...rest }
  }
}

writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
if (missing.length > 0) {
  process.stderr.write(`Your registry does not have: ${missing.join(', ')}\n`)
  process.exitCode = 1
}

function integrityOf(spec) {
  try {
    const output = execFileSync('npm', ['view', spec, 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const integrity = output.toString().trim()
    return /^sha512-[\w+/]{86}==$/.test(integrity) ? integrity : null
  } catch {
    return null
  }
}
