export type Scope = { merchantIds: readonly string[]; categories: readonly string[] } | null

/** A merchant is in scope when either list names it; no scope is everything. */
export function isInScope(scope: Scope, merchant: { id: string; category: string }): boolean {
  return (
    scope === null || scope.categories.includes(merchant.category) || scope.merchantIds.includes(merchant.id)
  )
}
