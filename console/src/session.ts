import { createContext, useContext } from 'react'
import type { Api } from './api/client.ts'

/** In memory only: a reload asks for the key again, and nothing is left on a shared machine. */
export const SessionContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = useContext(SessionContext)
  if (!api) throw new Error('a screen outside the session')
  return api
}
