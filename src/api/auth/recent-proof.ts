import { Readable } from 'node:stream'
import type { ProofRule } from '@counterfoil/contract/define-route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { isProofRecent, type SignedIn } from '../../domain/staff/sessions/sessions.ts'
import { readColumns } from '../../platform/csv/read-columns.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { refuse } from '../../platform/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the caller; null for a caller with an API key. */
    signedIn: SignedIn | null
  }
}

/**
 * A session that was left open, or stolen, is not enough for a route with `needsRecentProof`: the person must have proved
 * who they are within the last 15 minutes. Runs when the body is received, before it is validated.
 */
export function requireRecentProof(app: FastifyInstance, deps: Pick<Deps, 'now'>): void {
  app.addHook('preValidation', async (request, reply) => {
    const rule = request.routeOptions.config.route?.needsRecentProof
    if (!rule || !request.signedIn || isProofRecent(request.signedIn.session, deps.now())) return
    if (await appliesTo(rule, request)) return sendRefusal(reply, refuse('reauthentication_required'))
  })
}

async function appliesTo(rule: ProofRule, request: FastifyRequest): Promise<boolean> {
  if (rule === true) return true
  const { fields = [], values = {}, columns = [], exceptDryRun = false } = rule
  if (exceptDryRun && (request.query as { dryRun?: unknown }).dryRun === 'true') return false
  if (request.body instanceof Readable) {
    const read = await readColumns(request.body)
    request.body = read.file
    return columns.some((name) => read.columns.includes(name))
  }
  const body: Record<string, unknown> = typeof request.body === 'object' ? { ...request.body } : {}
  return (
    fields.some((name) => Object.hasOwn(body, name)) ||
    Object.entries(values).some(([name, value]) => body[name] === value)
  )
}
