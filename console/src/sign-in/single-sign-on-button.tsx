import { explain } from '../api/explain.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SignInButton } from './sign-in-button.tsx'
import { leaveForIssuer, openIssuerWindow } from './single-sign-on.ts'

/** `isOnTop`: the page below must stay, so that the issuer opens in a separate window. */
export function SingleSignOnButton({ isOnTop, isMain }: { isOnTop: boolean; isMain: boolean }) {
  const run = async () => {
    if (isOnTop) return openIssuerWindow() ? null : words.windowBlocked
    const { pathname, search } = window.location
    // Busy until the page has gone.
    return leaveForIssuer(pathname + search).then(() => new Promise<null>(() => {}), explain)
  }
  return <SignInButton label={words.withSingleSignOn} isMain={isMain} run={run} />
}
