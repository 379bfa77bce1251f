export type Scope = { merchantIds: readonly string[]; categories: readonly string[] } | null

/** The partner whose users are looking. `sandboxId` is the partner's own id if it is a test partner, else null. */
export type Viewer = { scope: Scope; sandboxId: string | null }

/** `sandboxId` is the test partner to which a test merchant belongs; null for a live merchant. */
export type ViewedMerchant = { id: string; category: string; sandboxId: string | null }

type Named = { merchants: ReadonlySet<string>; categories: ReadonlySet<string> }

/** Sets make this fast: a scope may have a thousand merchants, and one list checks ten thousand merchants against it. */
const setsByScope = new WeakMap<NonNullable<Scope>, Named>()

/**
 * A test partner sees the merchants of its own sandbox only, a live partner live merchants only. Among them, a merchant is
 * in scope when either list names it. Without a scope, every one is.
 */
export function isInScope(
  { scope, sandboxId }: Viewer,
  { id, category, sandboxId: ofMerchant }: ViewedMerchant,
): boolean {
  if (ofMerchant !== sandboxId) return false
  if (scope === null) return true
  const { merchants, categories } = setsByScope.get(scope) ?? rememberSets(scope)
  return categories.has(category) || merchants.has(id)
}

function rememberSets(scope: NonNullable<Scope>): Named {
  const sets = { merchants: new Set(scope.merchantIds), categories: new Set(scope.categories) }
  setsByScope.set(scope, sets)
  return sets
}
