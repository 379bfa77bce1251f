import { useEffect, useMemo, useState } from 'preact/hooks'
import { createApi } from './api.ts'
import { Home } from './home.tsx'
import { Notice } from './notice.tsx'
import { onNextToken } from './token.ts'

export function App({ firstToken }: { firstToken: string | null }) {
  const [token, setToken] = useState(firstToken)
  useEffect(() => onNextToken(setToken), [])
  const api = useMemo(() => (token === null ? null : createApi(token)), [token])

  if (api === null) {
    return (
      <Notice title="Open your vouchers from your app">
        This page shows your vouchers when you come here from the app or website that offers them.
      </Notice>
    )
  }
  // A new token may be another person: nothing of the one before stays on the screen.
  return <Home key={token} api={api} />
}
