import type { Runtime } from '../../platform/runtime.ts'
import { TimeSlice } from '../../platform/time-slice.ts'
import type { CatalogRows } from '../catalog/browse-queries.ts'
import type { CatalogCache, CatalogDeps } from '../catalog/catalog-cache.ts'
import { SearchIndex } from './search-index.ts'

/** Requests wait at most this long while the index is built. */
export const SLICE_MS = 5
/** How long a search waits for the index of a new catalog. If building it takes longer, searches do not wait at all. */
const MAX_WAIT_MS = 1000

export type CatalogSearchDeps = CatalogDeps & { searchIndex: SearchIndexCache }

/** This node's search index. It is built at the first search, and again at the first one after a change of the catalog. */
export class SearchIndexCache {
  readonly #log: Runtime['log']
  readonly #catalog: CatalogCache
  #index: SearchIndex | null = null
  /** The rows that the index was built from. */
  #rows: CatalogRows | null = null
  #building: Promise<void> | null = null
  #lastBuildMs = 0
  /** A large index is not built again before this time, so that many changes do not take a whole CPU. */
  #restUntil = 0

  constructor({ log, catalog }: CatalogDeps) {
    this.#log = log
    this.#catalog = catalog
  }

  async current(): Promise<SearchIndex> {
    const rows = await this.#catalog.rows()
    const index = this.#index
    if (!index) return this.#catchUp()
    if (this.#rows === rows || performance.now() < this.#restUntil) return index
    const caughtUp = this.#catchUp().catch((error) => {
      this.#log.warn({ err: error }, 'could not build the search index; the previous one stays in use')
      return index
    })
    if (this.#lastBuildMs > MAX_WAIT_MS) return index
    const timeout = new Promise<SearchIndex>((resolve) => setTimeout(resolve, MAX_WAIT_MS, index).unref())
    return Promise.race([caughtUp, timeout])
  }

  /** Only one index is built at a time. The current build may lack the last change, so the next one may be needed too. */
  async #catchUp(): Promise<SearchIndex> {
    await this.#building
    if (this.#rows !== (await this.#catalog.rows())) {
      this.#building ??= this.#build().finally(() => {
        this.#building = null
      })
      await this.#building
    }
    return this.#index as SearchIndex
  }

  async #build(): Promise<void> {
    const rows = await this.#catalog.rows()
    const startedAt = performance.now()
    this.#index = await SearchIndex.of(rows, new TimeSlice(SLICE_MS))
    this.#rows = rows
    this.#lastBuildMs = performance.now() - startedAt
    if (this.#lastBuildMs > MAX_WAIT_MS) this.#restUntil = performance.now() + this.#lastBuildMs
  }
}
