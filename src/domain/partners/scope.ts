export type Scope = { merchantIds: readonly string[]; categories: readonly string[] } | null

type Named = { merchants: ReadonlySet<string>; categories: ReadonlySet<string> }

/** A scope may name a thousand merchants, and a list asks it about each of ten thousand. */
const named = new WeakMap<NonNullable<Scope>, Named>()

/** A merchant is in scope when either list names it; no scope is everything. */
export function isInScope(scope: Scope, { id, category }: { id: string; category: string }): boolean {
  if (scope === null) return true
  const { merchants, categories } = named.get(scope) ?? remember(scope)
  return categories.has(category) || merchants.has(id)
}

function remember(scope: NonNullable<Scope>): Named {
  const sets = { merchants: new Set(scope.merchantIds), categories: new Set(scope.categories) }
  named.set(scope, sets)
  return sets
}
