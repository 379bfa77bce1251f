import type { Partner } from '../api/records.ts'

export type ScopeValues = { isLimited: boolean; merchantIds: string[]; categories: string[] }

export function scopeValuesOf({ scope }: Pick<Partner, 'scope'>): ScopeValues {
  return {
    isLimited: scope !== null,
    merchantIds: scope?.merchantIds ?? [],
    categories: scope?.categories ?? [],
  }
}

export function scopeOf({ isLimited, merchantIds, categories }: ScopeValues): Partner['scope'] {
  return isLimited ? { merchantIds, categories } : null
}
