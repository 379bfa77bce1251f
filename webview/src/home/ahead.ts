import { askAhead } from '../api/exchange.ts'
import type { Merchant } from '../api/routes.ts'
import { fetchFirstPicture } from '../parts/first-picture.ts'

export const FEATURED_COUNT = 8
export const PAGE_SIZE = 20
/** On a slow line all share what little it carries, and the largest picture of the screen hangs on the first answer. */
const HEAD_START_MS = 100

let rest: ReturnType<typeof setTimeout> | undefined

/** Of a merchant in the featured row. */
export const pictureOf = ({ topVoucher, bannerPath }: Merchant): string | null =>
  topVoucher?.imagePath ?? bannerPath

/** What the first screen will ask for, word for word: the screen is still on its way. */
export function askAheadForHome(token: string): void {
  const featured = askAhead(`/merchants?featured=true&limit=${FEATURED_COUNT}`, token)
  fetchFirstPicture(
    featured.then(({ answer }) => {
      const [first] = answer as Merchant[]
      return first ? pictureOf(first) : null
    }),
  )
  rest = setTimeout(() => {
    for (const path of [`/merchants?limit=${PAGE_SIZE}`, '/branding', '/categories']) askAhead(path, token)
  }, HEAD_START_MS)
}

/** From here on the screen asks for itself. */
export const stopAskingAhead = (): void => clearTimeout(rest)
