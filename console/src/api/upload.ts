import type { Route } from '@counterfoil/contract/define-route.ts'
import { ApiError } from './api-error.ts'
import { addressOf, errorOf, type ResponseBody, type RouteInput, repeatAfterSignIn } from './call.ts'

type Upload = { params?: Record<string, unknown>; query?: Record<string, unknown>; file: Blob }

/** Like `call`, for a file that takes a while: `progress` gets the share of it that is sent, from 0 to 1. */
export async function upload<const R extends Route>(
  route: R,
  input: RouteInput<R> & Upload,
  progress: (share: number) => void,
): Promise<ResponseBody<R>> {
  return (await repeatAfterSignIn(route, () => sendFile(route, input, progress))) as ResponseBody<R>
}

/** `fetch` says nothing about how much it has sent. */
function sendFile(route: Route, input: Upload, progress: (share: number) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const request = new XMLHttpRequest()
  request.open(route.method, addressOf(route, input))
  request.setRequestHeader('content-type', input.file.type)
  request.timeout = route.timeoutMs ?? 0
  request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 1 : loaded / total)
  request.upload.onload = () => progress(1)
  request.onerror = () => reject(new ApiError({ code: 'unreachable' }))
  request.ontimeout = request.onerror
  request.onload = () => {
    const body = parse(request.responseText)
    if (request.status >= 200 && request.status < 300 && body !== null) resolve(body)
    else reject(errorOf(body, request.getResponseHeader('x-request-id')))
  }
  request.send(input.file)
  return promise
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
