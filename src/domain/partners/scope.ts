export type Scope = { merchantIds: readonly string[]; categories: readonly string[] } | null

type Named = { merchants: ReadonlySet<string>; categories: ReadonlySet<string> }

/** A scope may name a thousand merchants, and one list checks ten thousand merchants against it: hence sets. */
const setsByScope = new WeakMap<NonNullable<Scope>, Named>()

/** A merchant is in scope when either list names it. Without a scope, every merchant is. */
export function isInScope(scope: Scope, { id, category }: { id: string; category: string }): boolean {
  if (scope === null) return true
  const { merchants, categories } = setsByScope.get(scope) ?? rememberSets(scope)
  return categories.has(category) || merchants.has(id)
}

function rememberSets(scope: NonNullable<Scope>): Named {
  const sets = { merchants: new Set(scope.merchantIds), categories: new Set(scope.categories) }
  setsByScope.set(scope, sets)
  return sets
}
