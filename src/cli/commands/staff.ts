import { NewStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Static } from 'typebox'
import { CLI } from '../../domain/actors/caller.ts'
import { createLink, inviteNewMember } from '../../domain/staff/sign-in/sign-in-links.ts'
import { findCredentialsByEmail } from '../../domain/staff/sign-in/sign-in-queries.ts'
import { issuesIn } from '../../platform/csv/cells.ts'
import { compile } from '../../platform/input/validation.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { CommandContext } from '../run-command.ts'
import { fields } from '../terminal/table.ts'
import { findOwner, type OwnerOptions } from './owner.ts'

const MAILED = 'The link was sent by e-mail as well. It works once and is not shown again.'
const PASS_ON = 'Pass the link on now: it works once and is not shown again.'

type InviteOptions = OwnerOptions & { email: string; name: string }

export async function inviteStaff(
  { terminal, open }: CommandContext,
  { email, name, ...options }: InviteOptions,
): Promise<Refusal | undefined> {
  const { deps } = await open()
  const owner = await findOwner(deps, options)
  if (owner instanceof Refusal) return owner
  const value = { email, name, role: options.role, ...owner }
  const issues = issuesIn(compile(NewStaffMember), value)
  if (issues.length > 0) return invalid(...issues)
  const invited = await inviteNewMember(deps, CLI, value as Static<typeof NewStaffMember>)
  if (invited instanceof Refusal) return invited
  const { member, url, expiresAt, emailed } = invited
  const shown = fields([
    ['id', member.id],
    ['name', member.name],
    ['role', member.role],
    ['until', expiresAt],
    ['link', url],
  ])
  terminal.printResult({ ...member, url, expiresAt, emailed }, `${shown}\n\n${emailed ? MAILED : PASS_ON}`)
}

export async function resetStaff(
  { terminal, open }: CommandContext,
  { email }: { email: string },
): Promise<Refusal | undefined> {
  const { deps } = await open()
  const found = await findCredentialsByEmail(deps.db, email)
  if (!found) return refuse('not_found', { staff: email })
  const link = await createLink(deps, CLI, found.id, 'RESET')
  if (link instanceof Refusal) return link
  const shown = fields([
    ['id', found.id],
    ['until', link.expiresAt],
    ['link', link.url],
  ])
  terminal.printResult({ id: found.id, ...link }, `${shown}\n\n${link.emailed ? MAILED : PASS_ON}`)
}
