import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'
import { Loading } from './loading.tsx'

/** A query in every state: loading, failed, loaded. */
export function Loaded<T>({ of, children }: { of: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  if (of.isError) return <Failed error={of.error} retry={() => void of.refetch()} />
  return <Loading rows={4} />
}
