import { prefetch } from '../api/request.ts'
import type { Home, Merchant } from '../api/routes.ts'
import { fetchFirstPicture } from '../components/first-picture.ts'

export const PAGE_SIZE = 20
/** On a slow connection requests share the bandwidth, and the screen's largest picture needs the first response. */
const HEAD_START_MS = 100

let restTimer: ReturnType<typeof setTimeout> | undefined

/** The picture of a merchant in the featured row. */
export const featuredPicture = ({
  topVoucher,
  bannerPath,
}: Pick<Merchant, 'topVoucher' | 'bannerPath'>): string | null => topVoucher?.imagePath ?? bannerPath

/** Sends the requests of the home screen before it has loaded. The paths must match exactly. */
export function prefetchHome(token: string): void {
  fetchFirstPicture(
    prefetch('/home', token).then(({ body }) => {
      const [first] = (body as Partial<Home>).featured ?? []
      return first ? featuredPicture(first) : null
    }),
  )
  restTimer = setTimeout(prefetch, HEAD_START_MS, `/merchants?limit=${PAGE_SIZE}`, token)
}

/** Call it when the screen sends its own requests. */
export const stopPrefetching = (): void => clearTimeout(restTimer)
