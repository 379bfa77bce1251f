import { setTimeout as sleep } from 'node:timers/promises'
import {
  createAlertDestination,
  updateAlertDestination,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { exportClaims, listAllClaims } from '@counterfoil/contract/admin/claims.ts'
import { uploadImage } from '@counterfoil/contract/admin/images.ts'
import { createMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { exportRedemptions, listRedemptions } from '@counterfoil/contract/admin/redemptions.ts'
import { listAdjustments } from '@counterfoil/contract/admin/statements.ts'
import { viewCalendar } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { exportVouchers, listAllVouchers } from '@counterfoil/contract/admin/voucher-list.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import { type FastifyInstance, fastify } from 'fastify'
import type { Deps } from '../domain/deps.ts'
import type { RecordKind } from '../platform/cells/cell-queries.ts'
import { QUEUE_DEADLINE_MS } from '../platform/database/deadlines.ts'
import { isMerchantMoving } from '../platform/database/failures.ts'
import type { Pools } from '../platform/database/open-pools.ts'
import type { Received } from '../platform/http/received.ts'
import type { Handle, Serve } from '../platform/http/serve.ts'
import { isUuid } from '../platform/input/uuid.ts'
import { Refusal, refuse } from '../platform/refusal.ts'

export type ServeIn<Caller> = (app: FastifyInstance) => Serve<Caller>
type RegisterRoutes<Caller> = (app: FastifyInstance, serveIn: ServeIn<Caller>, deps: Deps) => Promise<void>
type AnyHandle<Caller> = Handle<Route, Caller>
type NamedRecord = { kind: RecordKind; id: string }

/** Which record an `id` in a path names, by the segment before it, and an id with a name of its own, anywhere. */
const KINDS_IN_PATHS: Record<string, RecordKind> = {
  merchants: 'merchant',
  vouchers: 'voucher',
  outlets: 'outlet',
  redemptions: 'redemption',
  claims: 'claim',
  devices: 'device',
  deliveries: 'event',
  notes: 'note',
  approvals: 'approval',
  'outlet-imports': 'outletImport',
  'code-imports': 'codeImport',
}
const KINDS_OF_FIELDS: Record<string, RecordKind> = {
  merchantId: 'merchant',
  voucherId: 'voucher',
  outletId: 'outlet',
  redemptionId: 'redemption',
}
/**
 * Their rows are where the merchant is. A list of these that names a merchant, a voucher or an outlet asks one cell. Stats,
 * refusals and events of a merchant are also where it was before.
 */
const OF_ONE_CELL: ReadonlySet<Route> = new Set([
  ...[listAllVouchers, exportVouchers, viewCalendar, listAllClaims, exportClaims],
  ...[listRedemptions, exportRedemptions, listAdjustments],
])
/** They are stored at home, also if they are about a merchant. */
const AT_HOME: ReadonlySet<Route> = new Set([createAlertDestination, updateAlertDestination, uploadImage])

/** How long a request waits for the end of a switch before it is tried again. */
const MOVING_PAUSE_MS = 50

/**
 * Registers the routes of a surface. A request that names a record is handled with the parts of the cell that has it;
 * every other request is handled at home, where lists ask all cells.
 */
export async function registerInCells<Caller>(
  app: FastifyInstance,
  serveIn: ServeIn<Caller>,
  deps: Deps,
  register: RegisterRoutes<Caller>,
  recordOfCaller: (caller: Caller) => NamedRecord | null = () => null,
): Promise<void> {
  const inCell = openHandlers(register, deps.depsIn)
  const inCellAlone = openHandlers(register, (cell) => aloneIn(cell, deps.depsIn(cell)))
  const choosing =
    (serve: Serve<Caller>): Serve<Caller> =>
    (route, handle) =>
      serve(route, (input, caller) => {
        if (!deps.cells.hasOthers()) return handle(input, caller)
        const own = recordOfCaller(caller)
        const records = [...(own ? [own] : []), ...namedRecords(route, input)]
        return inTheirCell(deps, route, records, async (cell) => {
          const isAlone = OF_ONE_CELL.has(route) && records.length > 0
          if (cell.cell === null && !isAlone) return handle(input, caller)
          const handlers = await (isAlone ? inCellAlone : inCell)(cell)
          return (handlers.get(route.id) as typeof handle)(input, caller)
        })
      })
  await register(app, (inner) => choosing(serveIn(inner)), deps)
}

/**
 * Runs `work` in the cell that has the records. If their merchant is moving, or has moved since the cell was looked up, it
 * runs again where they are then. Nothing was written before.
 */
async function inTheirCell<T>(
  deps: Deps,
  route: Route,
  records: NamedRecord[],
  work: (cell: Pools) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const deadlineMs = performance.now() + QUEUE_DEADLINE_MS
  for (let cell = await cellOf(deps, route, records); ; ) {
    const outcome = await work(cell).catch((error) => {
      if (!isMerchantMoving(error)) throw error
      return null
    })
    if (outcome !== null && !isNotFound(outcome)) return outcome
    if (outcome === null && performance.now() > deadlineMs) return refuse('unavailable')
    if (outcome === null) await sleep(MOVING_PAUSE_MS)
    for (const { id } of records) deps.cells.forget(id)
    const before = cell.cell
    cell = await cellOf(deps, route, records)
    if (outcome !== null && cell.cell === before) return outcome
  }
}

function isNotFound(outcome: unknown): boolean {
  return outcome instanceof Refusal && outcome.code.endsWith('not_found')
}

/** Returns the handlers of a cell by route. They are made when the first request needs them. */
function openHandlers<Caller>(register: RegisterRoutes<Caller>, partsOf: (cell: Pools) => Deps) {
  const opened = new Map<string | null, Promise<Map<string, AnyHandle<Caller>>>>()
  const collect = async (cell: Pools) => {
    const handlers = new Map<string, AnyHandle<Caller>>()
    // The routes register their handlers here instead of on the server.
    const app = fastify()
    await register(
      app,
      () => (route, handle) => handlers.set(route.id, handle as AnyHandle<Caller>),
      partsOf(cell),
    )
    await app.ready()
    return handlers
  }
  return (cell: Pools) => {
    const known = opened.get(cell.cell) ?? collect(cell)
    opened.set(cell.cell, known)
    return known
  }
}

/** The same parts for a list of one cell. */
function aloneIn(cell: Pools, parts: Deps): Deps {
  const alone = async () => [cell]
  return { ...parts, cells: { ...parts.cells, all: alone, reachable: alone } }
}

async function cellOf(
  { cells, depsIn: _, ...home }: Deps,
  route: Route,
  records: NamedRecord[],
): Promise<Pools> {
  if (route === createMerchant) return cells.forNewMerchant()
  if (AT_HOME.has(route)) return home
  for (const { kind, id } of records) {
    const cell = await cells.find(kind, id)
    if (cell) return cell
  }
  return home
}

/** The records that a request names: in its target, in its path, in its body or its query. */
function namedRecords({ path }: Route, input: Received<Route>): NamedRecord[] {
  const [, segment = '', name = ''] = /\/([a-z-]+)\/\{(\w+)\}/.exec(path) ?? []
  const kind = KINDS_IN_PATHS[segment]
  const fields = { ...asFields(input.query), ...asFields(input.body), ...asFields(input.params) }
  // Such as `voucher:0199…`, as the field voucherId would name it.
  const [targetKind, targetId] = String(fields.target ?? '').split(':')
  const targeted = KINDS_OF_FIELDS[`${targetKind}Id`]
  const candidates = [
    ...(targeted ? [{ kind: targeted, id: targetId }] : []),
    ...(kind ? [{ kind, id: fields[name] }] : []),
    ...Object.entries(KINDS_OF_FIELDS).map(([field, kind]) => ({ kind, id: fields[field] })),
  ]
  return candidates.flatMap(({ kind, id }) =>
    typeof id === 'string' && isUuid(id) ? [{ kind, id: id.toLowerCase() }] : [],
  )
}

const asFields = (value: unknown) => (value ?? {}) as Record<string, unknown>
