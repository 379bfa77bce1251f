import { useCallback, useEffect, useState } from 'preact/hooks'
import { applyAccent } from './accent.ts'
import { type Api, type Branding, Failure, type Me, type Merchant } from './api.ts'
import { FailureNotice } from './failure-notice.tsx'
import { Logo } from './logo.tsx'
import { MerchantCard } from './merchant-card.tsx'

type Shown = { branding: Branding | null; me: Me | null; merchants: Merchant[]; next: string | null }

/** Brand and greeting are trimmings: without them the merchants are still shown, but nobody is let past a refusal. */
function orNothing(error: unknown): null {
  if (error instanceof Failure && DOOR.has(error.code)) throw error
  return null
}

const DOOR = new Set<Failure['code']>(['missing_token', 'invalid_token', 'token_expired', 'partner_disabled'])

async function load(api: Api): Promise<Shown> {
  const [branding, me, page] = await Promise.all([
    api.branding().catch(orNothing),
    api.me().catch(orNothing),
    api.merchants(null),
  ])
  return { branding, me, ...page }
}

export function Home({ api }: { api: Api }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [error, setError] = useState<unknown>(null)

  const start = useCallback(() => {
    setError(null)
    load(api).then(setShown, setError)
  }, [api])
  useEffect(start, [start])
  useEffect(() => {
    if (shown?.branding) wear(shown.branding)
  }, [shown?.branding])

  if (error !== null) return <FailureNotice error={error} retry={start} />
  if (shown === null) return <Loading />
  return (
    <>
      <header>
        {shown.branding && (
          <div class="brand">
            <Logo path={shown.branding.logoPath} name={shown.branding.displayName} />
            <span>{shown.branding.displayName}</span>
          </div>
        )}
        <h1>{shown.me?.displayName ? `Hello, ${shown.me.displayName}` : 'Welcome'}</h1>
      </header>
      <main>
        <Merchants api={api} first={shown} failed={setError} />
      </main>
    </>
  )
}

function wear({ displayName, accentColor }: Branding): void {
  document.title = displayName
  if (accentColor !== null) applyAccent(accentColor)
}

function Merchants({ api, first, failed }: { api: Api; first: Shown; failed: (error: unknown) => void }) {
  const [more, setMore] = useState<{ merchants: Merchant[]; next: string | null }>({
    merchants: [],
    next: first.next,
  })
  const [busy, setBusy] = useState(false)
  const merchants = [...first.merchants, ...more.merchants]

  const showMore = async () => {
    setBusy(true)
    try {
      const page = await api.merchants(more.next)
      setMore({ merchants: [...more.merchants, ...page.merchants], next: page.next })
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }

  if (merchants.length === 0) {
    return (
      <div class="empty">
        <h2>No offers yet</h2>
        <p>New places join all the time. Look in again soon.</p>
      </div>
    )
  }
  return (
    <>
      <h2>Places for you</h2>
      <ul class="cards">
        {merchants.map((merchant) => (
          <MerchantCard key={merchant.id} merchant={merchant} />
        ))}
      </ul>
      {more.next !== null && (
        <button type="button" disabled={busy} onClick={showMore}>
          {busy ? 'Loading …' : 'Show more'}
        </button>
      )}
    </>
  )
}

function Loading() {
  return (
    <main aria-busy="true">
      <h1 class="hidden">Loading your vouchers</h1>
      <div class="cards" aria-hidden="true">
        <div class="card ghost" />
        <div class="card ghost" />
        <div class="card ghost" />
      </div>
    </main>
  )
}
