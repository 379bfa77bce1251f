/** One record in the phone's database: what one user's app needs without a connection. It is read and written as a whole. */
export type KeptRecord = {
  /** A hash of issuer and subject. */
  owner: string
  /** When the service last confirmed it. */
  keptAtMs: number
  /** Responses by their key in the cache. */
  responses: Record<string, unknown>
}

const DATABASE = 'counterfoil'
const STORE = 'kept'
const KEY = 'record'

/** Null if there is none, or if the browser blocks the database. */
export async function readRecord(): Promise<KeptRecord | null> {
  try {
    return ((await run('readonly', (store) => store.get(KEY))) as KeptRecord | undefined) ?? null
  } catch {
    return null
  }
}

/** Rejects if the browser blocks the database, or if it is full. */
export const writeRecord = (record: KeptRecord): Promise<unknown> =>
  run('readwrite', (store) => store.put(record, KEY))

export const deleteRecord = (): Promise<unknown> => run('readwrite', (store) => store.clear())

async function run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = act(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
