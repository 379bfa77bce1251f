import {
  createAlertDestination,
  updateAlertDestination,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { uploadImage } from '@counterfoil/contract/admin/images.ts'
import { createMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import { type FastifyInstance, fastify } from 'fastify'
import type { Deps } from '../domain/deps.ts'
import type { RecordKind } from '../platform/cells/cell-queries.ts'
import type { Pools } from '../platform/database/open-pools.ts'
import type { Received } from '../platform/http/received.ts'
import type { Handle, Serve } from '../platform/http/serve.ts'
import { isUuid } from '../platform/input/uuid.ts'

export type ServeIn<Caller> = (app: FastifyInstance) => Serve<Caller>
type RegisterRoutes<Caller> = (app: FastifyInstance, serveIn: ServeIn<Caller>, deps: Deps) => Promise<void>
type AnyHandle<Caller> = Handle<Route, Caller>

/** Which record an id in a path names, by the segment before it, and an id in a body or a query. */
const KINDS_IN_PATHS: Record<string, RecordKind> = {
  merchants: 'merchant',
  favorites: 'merchant',
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
/** They are stored at home, also if they are about a merchant. */
const AT_HOME: ReadonlySet<Route> = new Set([createAlertDestination, updateAlertDestination, uploadImage])

/**
 * Registers the routes of a surface. A request that names a record is handled with the parts of the cell that has it;
 * every other request is handled at home, where lists ask all cells.
 */
export async function registerInCells<Caller>(
  app: FastifyInstance,
  serveIn: ServeIn<Caller>,
  deps: Deps,
  register: RegisterRoutes<Caller>,
  cellOfCaller: (caller: Caller) => Pools | null = () => null,
): Promise<void> {
  const handlersOf = openHandlers(deps, register)
  const dispatch = async <R extends Route>(
    route: R,
    handle: Handle<R, Caller>,
    input: Received<R>,
    caller: Caller,
  ) => {
    const cell = cellOfCaller(caller) ?? (await cellOf(deps, route, input))
    if (cell.cell === null) return handle(input, caller)
    const inCell = (await handlersOf(cell)).get(route.id) as Handle<R, Caller>
    return inCell(input, caller)
  }
  const choosing =
    (serve: Serve<Caller>): Serve<Caller> =>
    (route, handle) =>
      serve(route, (input, caller) =>
        deps.cells.hasOthers() ? dispatch(route, handle, input, caller) : handle(input, caller),
      )
  await register(app, (inner) => choosing(serveIn(inner)), deps)
}

/** Returns the handlers of a cell by route. They are made when the first request needs them. */
function openHandlers<Caller>(deps: Deps, register: RegisterRoutes<Caller>) {
  const opened = new Map<string | null, Promise<Map<string, AnyHandle<Caller>>>>()
  const collect = async (cell: Pools) => {
    const handlers = new Map<string, AnyHandle<Caller>>()
    // The routes register their handlers here instead of on the server.
    const app = fastify()
    await register(
      app,
      () => (route, handle) => handlers.set(route.id, handle as AnyHandle<Caller>),
      deps.depsIn(cell),
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

async function cellOf(
  { cells, depsIn: _, ...home }: Deps,
  route: Route,
  input: Received<Route>,
): Promise<Pools> {
  if (route === createMerchant) return cells.forNewMerchant()
  if (AT_HOME.has(route)) return home
  for (const { kind, id } of namedRecords(route, input)) {
    const cell = await cells.find(kind, id)
    if (cell) return cell
  }
  return home
}

/** The records that a request names: in its target, in its path, in its body or its query. */
function namedRecords({ path }: Route, input: Received<Route>): { kind: RecordKind; id: string }[] {
  const [, segment = '', name = ''] = /\/([a-z-]+)\/\{(\w+)\}/.exec(path) ?? []
  const kind = KINDS_IN_PATHS[segment]
  const fields: Record<string, unknown> = { ...asFields(input.query), ...asFields(input.body) }
  // Such as `voucher:0199…`, as the field voucherId would name it.
  const [targetKind, targetId] = String(fields.target ?? '').split(':')
  const targeted = KINDS_OF_FIELDS[`${targetKind}Id`]
  const candidates = [
    ...(targeted ? [{ kind: targeted, id: targetId }] : []),
    ...(kind ? [{ kind, id: asFields(input.params)[name] }] : []),
    ...Object.entries(KINDS_OF_FIELDS).map(([field, kind]) => ({ kind, id: fields[field] })),
  ]
  return candidates.flatMap(({ kind, id }) =>
    typeof id === 'string' && isUuid(id) ? [{ kind, id: id.toLowerCase() }] : [],
  )
}

const asFields = (value: unknown) => (value ?? {}) as Record<string, unknown>
