import { answer } from '../../platform/http/serve.ts'
import {
  type ListKey,
  type ListQuery,
  type ListRequest,
  listPlainly,
  nextLink,
} from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from './consumer.ts'
import { requireUser } from './current-user.ts'

/** A list of things that belong to the calling user: newest first, and complete unless the query asks for a page. */
export async function listOfUser<T>(
  deps: Deps,
  consumer: Consumer,
  path: string,
  query: ListQuery,
  fetch: (sql: Deps['db'], userId: string, page: ListRequest) => Promise<T[]>,
  keyOf: (item: T) => ListKey,
) {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const list = await listPlainly(path, query, keyOf, (page) => fetch(deps.db, user.id, page))
  return list instanceof Refusal ? list : answer(200, list.items, nextLink(path, query, list.nextCursor))
}
