import { CARD_SIZES, pictureWidths } from './picture-widths.ts'

/** How long other pictures wait for the first one. */
const MAX_WAIT_MS = 3_000

let settled: Promise<unknown> = Promise.resolve()

/** Fetches the first picture of the first screen, which is on a card, before the screen itself has loaded. */
export function fetchFirstPicture(path: Promise<string | null>): void {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  settled = Promise.race([path.then(fetchPicture).catch(() => {}), timeout])
}

function fetchPicture(path: string | null): Promise<unknown> | null {
  if (path === null) return null
  const picture = new Image()
  picture.fetchPriority = 'high'
  picture.srcset = pictureWidths(path)
  picture.sizes = CARD_SIZES
  picture.src = path
  return new Promise((resolve) => {
    picture.onload = picture.onerror = resolve
  })
}

/** All other pictures wait for this, since loading all at once on a slow connection would delay each of them. */
export const afterFirstPicture = (): Promise<unknown> => settled
