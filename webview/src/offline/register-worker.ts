import { BASE_PATH } from '../routing/path.ts'

/**
 * The worker keeps the app's files and pictures, so that the app opens without a connection. Each partner's path has a
 * worker of its own, since its page allows other hosts. A host may forbid workers: then the app works without one.
 */
export async function registerWorker(pictures: string[]): Promise<void> {
  try {
    const { serviceWorker } = navigator
    await serviceWorker.register(`${BASE_PATH}sw.js`, { scope: BASE_PATH })
    const { active } = await serviceWorker.ready
    // The worker was not there when these files were loaded.
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage([...files, ...pictures.map((path) => new URL(path, location.href).href)])
  } catch {
    // No workers here.
  }
}
