import { respond, SerializedJson } from './serve.ts'

/** A response with its entity tag, headers for its language, and a function that writes its JSON if it is needed. */
export type CacheableJson = { etag: string; headers: Record<string, string>; write: () => Buffer }

/** Answers 304 if the client already has this state. The response is private, because it depends on the user. */
export function unlessCached(
  { etag, headers: own, write }: CacheableJson,
  ifNoneMatch: string[],
  more: Record<string, string> = {},
) {
  const headers = { ...more, ...own, etag, 'cache-control': 'private, no-cache' }
  return ifNoneMatch.some((tag) => tag === '*' || weak(tag) === etag)
    ? respond(304, null, headers)
    : respond(200, SerializedJson.as<never>(write()), headers)
}

/** RFC 9110, section 13.1.2: If-None-Match compares weakly. */
function weak(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`
}
