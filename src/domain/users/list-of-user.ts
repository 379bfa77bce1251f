import { listNewestInCells } from '../../platform/cells/merge.ts'
import type { Db } from '../../platform/database/db.ts'
import { respond } from '../../platform/http/serve.ts'
import {
  type ListKey,
  type ListQuery,
  type ListRequest,
  listByTime,
  nextLink,
} from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { chooseLanguage, type LanguagesDeps, languageHeaders } from '../languages/content-language.ts'
import type { Language } from '../languages/language-choice.ts'
import { requireUser, type UsersDeps } from './current-user.ts'

type ListInput = { query: ListQuery & { lang?: string }; acceptLanguage: string | null }

type List<Row, Item> = {
  path: string
  /** One page of one cell. */
  fetch: (sql: Db, userId: string, page: ListRequest, language: Language | null) => Promise<Row[]>
  keyOf: (row: Row) => ListKey
  /** The item in the language, or in the base language if there is none. */
  show: (row: Row, language: Language | null) => Item
}

/** A list of records that belong to the calling user: newest first, and complete unless the query asks for a page. */
export async function listOfUser<Row, Item>(
  deps: UsersDeps & LanguagesDeps,
  consumer: Consumer,
  { query, acceptLanguage }: ListInput,
  { path, fetch, keyOf, show }: List<Row, Item>,
) {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const language = await chooseLanguage(deps, consumer.partner, { lang: query.lang, acceptLanguage })
  const list = await listByTime(path, query, keyOf, (page) =>
    listNewestInCells(deps, page, keyOf, ({ db }) => fetch(db, user.id, page, language)),
  )
  if (list instanceof Refusal) return list
  const headers = { ...nextLink(path, query, list.nextCursor), ...languageHeaders(language) }
  return respond(
    200,
    list.items.map((row) => show(row, language)),
    headers,
  )
}
