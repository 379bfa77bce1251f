import { prefetch } from '../api/request.ts'
import type { Merchant } from '../api/routes.ts'
import { fetchFirstPicture } from '../components/first-picture.ts'

export const FEATURED_COUNT = 8
export const PAGE_SIZE = 20
/** On a slow connection requests share the bandwidth, and the screen's largest picture needs the first response. */
const HEAD_START_MS = 100

let restTimer: ReturnType<typeof setTimeout> | undefined

/** The picture of a merchant in the featured row. */
export const featuredPicture = ({ topVoucher, bannerPath }: Merchant): string | null =>
  topVoucher?.imagePath ?? bannerPath

/** Sends the requests of the home screen before it has loaded. The paths must match exactly. */
export function prefetchHome(token: string): void {
  const featured = prefetch(`/merchants?featured=true&limit=${FEATURED_COUNT}`, token)
  fetchFirstPicture(
    featured.then(({ body }) => {
      const [first] = body as Merchant[]
      return first ? featuredPicture(first) : null
    }),
  )
  restTimer = setTimeout(() => {
    for (const path of [`/merchants?limit=${PAGE_SIZE}`, '/branding', '/categories']) prefetch(path, token)
  }, HEAD_START_MS)
}

/** Call it when the screen sends its own requests. */
export const stopPrefetching = (): void => clearTimeout(restTimer)
