import type { RECORDED_SURFACES } from '@counterfoil/contract/admin/requests.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'

type Surface = (typeof RECORDED_SURFACES)[number]

/** Longer paths are compared up to this length. */
const MAX_PATH_LENGTH = 200
/** The maximum share of the longer path that may differ in a misspelled path. */
const MAX_DIFFERENCE = 0.4
/** Less than a letter: of two routes with one path, the nearest has the requested method. */
const OTHER_METHOD = 0.5

/** Our paths have no version and no prefix, which many other APIs have. */
const PREFIX = /^(?:\/api)?\/v\d+(?=\/)|^\/api(?=\/)/

/** A page cannot sign its requests without showing the secret to everyone who opens it. */
export function explainPreflight(): Reason[] {
  return [reasonWith('route.preflight')]
}

/**
 * Why no route serves a request, such as “route: /integrations/users takes POST, not GET”. Contains routes only, never the
 * requested path, because it may contain a user's id.
 */
export function explainUnknownRoute(
  served: readonly Route[],
  surface: Surface,
  method: string,
  path: string,
): Reason[] {
  const requested = path.slice(0, MAX_PATH_LENGTH).replace(PREFIX, '')
  const isPrefixed = PREFIX.test(path)
  const routes = served.filter((route) => route.surface === surface)
  const atPath = routes.filter((route) => matches(route.path, requested))
  const [first] = atPath
  if (first && !isPrefixed) {
    const items = atPath.map((route) => ({ type: 'NAME', value: route.method }) as const)
    items.sort((a, b) => a.value.localeCompare(b.value))
    const methods = { type: 'LIST', value: String(items.length), items } as const
    return [reasonWith('route.method', { path: first.path, methods, method })]
  }
  const distances = routes.map((route) => ({
    route,
    distance: differenceOf(route.path, requested) + (route.method === method ? 0 : OTHER_METHOD),
  }))
  const nearest = distances.reduce((best, one) => (one.distance < best.distance ? one : best))
  const isNear = nearest.distance <= MAX_DIFFERENCE * Math.max(nearest.route.path.length, requested.length)
  const { route } = nearest
  return [
    reasonWith(isPrefixed ? 'route.unknown:prefixed' : 'route.unknown'),
    ...(isNear ? [reasonWith('route.nearest', { method: route.method, path: route.path })] : []),
  ]
}

function matches(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  return (
    expected.length === actual.length &&
    expected.every((segment, i) => (segment.startsWith('{') ? actual[i] !== '' : segment === actual[i]))
  )
}

/** The sum of the edit distances of the segments; a parameter equals any text. */
function differenceOf(pattern: string, path: string): number {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  let sum = 0
  for (let i = 0; i < Math.max(expected.length, actual.length); i += 1) {
    const [a = '', b = ''] = [expected[i], actual[i]]
    sum += a.startsWith('{') && b !== '' ? 0 : editDistance(a, b)
  }
  return sum
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const changed = (above[j] as number) + (letter === b[j] ? 0 : 1)
      row.push(Math.min(changed, (above[j + 1] as number) + 1, (row[j] as number) + 1))
    }
    above = row
  }
  return above[b.length] as number
}
