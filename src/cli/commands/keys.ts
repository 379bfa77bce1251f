import { NewApiKey } from '@counterfoil/contract/admin/keys.ts'
import type { Static } from 'typebox'
import { CLI } from '../../domain/actors/caller.ts'
import { listKeys as listKeyPage } from '../../domain/staff/keys/api-key-queries.ts'
import { revokeKey as endKey, createKey as makeKey } from '../../domain/staff/keys/api-keys.ts'
import { issuesIn } from '../../platform/csv/cells.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { compile } from '../../platform/input/validation.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import type { CommandContext } from '../run-command.ts'
import { fields, table } from '../terminal/table.ts'
import { findOwner, type OwnerOptions } from './owner.ts'

type CreateOptions = OwnerOptions & { name: string; expires?: string }

export async function createKey(
  { terminal, open }: CommandContext,
  { name, expires, ...options }: CreateOptions,
): Promise<Refusal | undefined> {
  const { deps } = await open()
  const owner = await findOwner(deps, options)
  if (owner instanceof Refusal) return owner
  const value = { name, role: options.role, ...owner, ...(expires && { expiresAt: momentOf(expires) }) }
  const issues = issuesIn(compile(NewApiKey), value)
  if (issues.length > 0) return invalid(...issues)
  const made = await makeKey(deps, CLI, value as Static<typeof NewApiKey>)
  if (made instanceof Refusal) return made
  const shown = fields([
    ['id', made.id],
    ['name', made.name],
    ['role', made.role],
    ...(made.expiresAt === null ? [] : [['expires', made.expiresAt] as [string, string]]),
    ['key', made.key],
  ])
  terminal.printResult(made, `${shown}\n\nStore the key now: it is not shown again.`)
}

export async function listKeys({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const items = await listAll((page) => listKeyPage(deps.db, page))
  const rows = items.map((key) => [
    key.id,
    key.role,
    key.createdAt,
    key.ownerName ?? CREATORS[key.createdBy],
    key.expiresAt ?? '–',
    key.lastUsedAt === null ? '–' : `${key.lastUsedAt} ${key.lastUsedAddress}`,
    key.merchantIds?.join(', ') ?? key.partnerId ?? '–',
    key.name,
  ])
  const header = ['id', 'role', 'created', 'by', 'expires', 'last used', 'merchants or partner', 'name']
  terminal.printResult({ items }, table(header, rows))
}

const CREATORS = { staff: 'a person', key: 'an API key', cli: 'command line', system: 'first start' }

/** A date without a time means midnight UTC. */
function momentOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text
}

export async function revokeKey(
  { terminal, openExisting }: CommandContext,
  id: string,
): Promise<Refusal | undefined> {
  const unknown = refuse('not_found', { key: id })
  if (!isUuid(id)) return unknown
  const { deps } = await openExisting()
  const result = await endKey(deps, CLI, id)
  if (result instanceof Refusal) return unknown
  terminal.printResult({ id, revoked: true }, `The key ${id} is revoked.`)
}
