import { Failure } from './api.ts'
import { Notice } from './notice.tsx'

/** Every way in which the app cannot go on, in words for the person who holds the phone. */
export function FailureNotice({ error, retry }: { error: unknown; retry: () => void }) {
  const code = error instanceof Failure ? error.code : 'internal_error'
  switch (code) {
    case 'token_expired':
      return (
        <Notice title="Your session has ended">
          For your safety, sessions end after a while. Go back to the app you came from and open your vouchers
          again.
        </Notice>
      )
    case 'missing_token':
    case 'invalid_token':
    case 'headers_too_large':
      return (
        <Notice title="We could not sign you in">
          This link does not work any more. Go back to the app you came from and open your vouchers again.
        </Notice>
      )
    case 'partner_disabled':
      return (
        <Notice title="Vouchers are switched off">
          The app you came from does not offer vouchers at the moment. Please ask its support team.
        </Notice>
      )
    case 'unreachable':
      return (
        <Notice title="No connection" retry={retry}>
          We could not reach your vouchers. Check your internet connection and try again.
        </Notice>
      )
    default:
      return (
        <Notice title="Something went wrong" retry={retry}>
          Your vouchers are safe, but we cannot show them right now. Please try again in a moment.
        </Notice>
      )
  }
}
