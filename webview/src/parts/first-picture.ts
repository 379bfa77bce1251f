/** How long the others leave the line to it. */
const PATIENCE_MS = 3_000

let settled: Promise<unknown> = Promise.resolve()

/** Fetches the one that most of the first screen is, before that screen is there to show it. */
export function fetchFirstPicture(path: Promise<string | null>): void {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  settled = Promise.race([path.then(fetchPicture).catch(() => {}), patience])
}

function fetchPicture(path: string | null): Promise<unknown> | null {
  if (path === null) return null
  const picture = new Image()
  picture.fetchPriority = 'high'
  picture.src = path
  return new Promise((resolve) => {
    picture.onload = picture.onerror = resolve
  })
}

/** For every other picture: all at once, none would be there for long on a slow line. */
export const afterFirstPicture = (): Promise<unknown> => settled
