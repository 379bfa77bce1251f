/** How long the others leave the line to it. */
const PATIENCE_MS = 2_000

let settled: Promise<unknown> = Promise.resolve()

/** Fetches the one that most of the first screen is, before that screen is there to show it. */
export function fetchFirstPicture(path: string): void {
  const picture = new Image()
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const end = new Promise((resolve) => {
    picture.onload = resolve
    picture.onerror = resolve
  })
  settled = Promise.race([end, patience])
  picture.src = path
}

/** For every other picture: all at once, none would be there for long on a slow line. */
export const afterFirstPicture = (): Promise<unknown> => settled
