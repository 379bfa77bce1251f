import { NewPartner, updatePartner as updateRoute } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'
import { CLI } from '../../domain/actors/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import {
  findPartner,
  listPartners as listPartnerRows,
  type PartnerFields,
  type PartnerRecord,
} from '../../domain/partners/queries.ts'
import { rotateSecret as makeNextSecret, promoteSecret } from '../../domain/partners/secret-rotation.ts'
import { createPartner as createPartnerRecord } from '../../domain/sandbox/create-partner.ts'
import { updatePartner as updatePartnerRecord } from '../../domain/webhooks/update-partner.ts'
import { issuesIn } from '../../platform/csv/cells.ts'
import { containing } from '../../platform/input/paging.ts'
import { compile } from '../../platform/input/validation.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import { findPartnerId } from '../queries.ts'
import type { CommandContext } from '../run-command.ts'
import { fields, table } from '../terminal/table.ts'
import { printRequest } from './approvals.ts'
import { gatherPartner, type PartnerOptions } from './partner-options.ts'

const WAITS = 'It is disabled until an admin approves the request to enable it.'
const ONCE = 'Store the secret now: it is not shown again.'

export async function createPartner(
  { terminal, open }: CommandContext,
  options: PartnerOptions,
): Promise<Refusal | undefined> {
  const value = await gatherPartner(options)
  const issues = issuesIn(compile(NewPartner), value)
  if (issues.length > 0) return invalid(...issues)
  const { deps } = await open()
  const made = await createPartnerRecord(deps, CLI, value as Static<typeof NewPartner>)
  if (made instanceof Refusal) return made
  const { secret, ...partner } = made
  const waits = made.disabled && (value as { disabled?: boolean }).disabled !== true ? `\n${WAITS}` : ''
  terminal.printResult(made, `${describe(partner)}\n\nsecret  ${secret}\n${ONCE}${waits}`)
}

export async function updatePartner(
  { terminal, open }: CommandContext,
  reference: string,
  options: PartnerOptions,
): Promise<Refusal | undefined> {
  const value = await gatherPartner(options)
  const issues = issuesIn(compile(updateRoute.body), value)
  if (issues.length > 0) return invalid(...issues)
  const { deps } = await open()
  const id = await resolve(deps, reference)
  if (id instanceof Refusal) return id
  const partner = await updatePartnerRecord(deps, CLI, id, value as Partial<PartnerFields>, null)
  if (partner instanceof Refusal) return partner
  if (partner instanceof SentForApproval) return printRequest(terminal, partner)
  terminal.printResult(partner, describe(partner))
}

export async function listPartners(
  { terminal, openExisting }: CommandContext,
  { q }: { q?: string },
): Promise<undefined> {
  const { deps } = await openExisting()
  const items = await listAll((page) => listPartnerRows(deps.db, CLI, page, containing(q)))
  const rows = items.map(({ id, slug, disabled, jwtIssuer, name }) => [
    id,
    slug,
    disabled ? 'disabled' : 'active',
    jwtIssuer,
    name,
  ])
  terminal.printResult({ items }, table(['id', 'slug', 'state', 'issuer', 'name'], rows))
}

export async function showPartner(
  { terminal, openExisting }: CommandContext,
  reference: string,
): Promise<Refusal | undefined> {
  const { deps } = await openExisting()
  const id = await resolve(deps, reference)
  const partner = id instanceof Refusal ? null : await findPartner(deps.db, CLI, id)
  if (!partner) return unknown(reference)
  terminal.printResult(partner, describe(partner))
}

export async function rotateSecret(
  { terminal, open }: CommandContext,
  reference: string,
  { promote = false }: { promote?: boolean },
): Promise<Refusal | undefined> {
  const { deps } = await open()
  const id = await resolve(deps, reference)
  if (id instanceof Refusal) return id
  if (promote) {
    const partner = await promoteSecret(deps, CLI, id)
    if (partner instanceof Refusal) return partner
    terminal.printResult(partner, PROMOTED)
    return undefined
  }
  const made = await makeNextSecret(deps, CLI, id)
  if (made instanceof Refusal) return made
  terminal.printResult(made, `secret  ${made.secret}\n${ONCE}\n\n${ROTATED}`)
}

const ROTATED =
  'From now on the partner may sign requests with either secret. When it has the new one, run this command\n' +
  'again with --promote, to sign webhooks with it.'
const PROMOTED = 'Webhooks are now signed with the new secret. The old one stays accepted for 24 hours.'

async function resolve(deps: Deps, reference: string): Promise<string | Refusal> {
  return (await findPartnerId(deps.db, reference)) ?? unknown(reference)
}

function unknown(reference: string): Refusal {
  return refuse('not_found', { partner: reference })
}

function describe(partner: PartnerRecord): string {
  return fields(Object.entries(partner))
}
