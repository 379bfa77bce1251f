import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from '../../platform/config.ts'
import { StoreUnavailable } from '../../platform/store-unavailable.ts'
import { contentTypeOf } from './image-names.ts'
import type { ImageStore } from './image-store.ts'

/** This is enough for an image, which has at most 5 MiB. */
const DEADLINE_MS = 20_000
/** How often a request is retried after a 5xx or 429, with pauses from 50 ms. */
const RETRIES = 2

type Send = (
  method: string,
  url: string,
  content?: Pick<RequestInit, 'body' | 'headers'>,
) => Promise<Response>

/** Keeps images in a bucket of an S3-compatible store. */
export function openImageBucket({ endpoint, bucket, prefix, region, ...keys }: BucketConfig): ImageStore {
  const send = sender(new AwsClient({ ...keys, region, service: 's3', retries: RETRIES }), bucket)
  const root = `${endpoint}/${bucket}`
  const urlOf = (name: string) => `${root}/${prefix}${name}`
  const find = async (name: string) => {
    const { status, headers } = await send('HEAD', urlOf(name))
    return status === 200 ? headers : null
  }
  return {
    has: async (name) => (await find(name)) !== null,
    async put(name, bytes) {
      // A name is a hash of its content, so an existing file holds the same bytes.
      if (await find(name)) return
      const headers = {
        'content-type': contentTypeOf(name),
        'cache-control': 'public, max-age=31536000, immutable',
      }
      // The request announces the length, so the store discards an upload that is cut off.
      await discard(await send('PUT', urlOf(name), { body: new Uint8Array(bytes), headers }))
    },
    async get(name) {
      const headers = await find(name)
      return (
        headers && {
          size: Number(headers.get('content-length')),
          modifiedAt: new Date(headers.get('last-modified') ?? 0),
          stream: () => Readable.from(contentOf(send, urlOf(name))),
        }
      )
    },
    delete: async (name) => discard(await send('DELETE', urlOf(name))),
    names: () => listNames(send, root, prefix),
  }
}

async function* contentOf(send: Send, url: string): AsyncGenerator<Uint8Array> {
  const { body } = await send('GET', url)
  if (body) yield* body
}

async function* listNames(send: Send, root: string, prefix: string): AsyncGenerator<string> {
  const query = new URLSearchParams({ 'list-type': '2', prefix })
  for (;;) {
    const page = await (await send('GET', `${root}?${query}`)).text()
    for (const key of valuesOf(page, 'Key')) yield key.slice(prefix.length)
    const [next] = valuesOf(page, 'NextContinuationToken')
    if (next === undefined) return
    query.set('continuation-token', next)
  }
}

/** Resolves with a success, or with a 404 for a missing file. Throws StoreUnavailable for everything else. */
function sender(client: AwsClient, bucket: string): Send {
  return async (method, url, content = {}) => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const response = await client.fetch(url, { method, ...content, signal }).catch((error: Error) => {
      const { code } = (error.cause ?? error) as { code?: string }
      const why = code ?? error.name
      throw new StoreUnavailable(`the image bucket ${bucket} cannot be reached (${why})`, { cause: error })
    })
    if (response.ok) return response
    const code = valuesOf(await response.text(), 'Code')[0] ?? ''
    if (response.status === 404 && code !== 'NoSuchBucket') return response
    const hint = response.status === 403 ? ': check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' : ''
    const said = `${response.status} ${code}`.trim()
    throw new StoreUnavailable(`the image bucket ${bucket} answered ${method} with ${said}${hint}`)
  }
}

async function discard(response: Response): Promise<void> {
  await response.arrayBuffer()
}

/** The texts of all elements with this name. This simple parser is enough for keys and codes, which contain no markup. */
function valuesOf(xml: string, element: string): string[] {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? ''),
  )
}
