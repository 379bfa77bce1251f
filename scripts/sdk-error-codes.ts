import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { partnerRemedies } from './render-sdk-types.ts'

type CodeDoc = { code: string; meaning: string }

/** The codes that a partner can get from the service. */
export function serviceCodes(): (CodeDoc & { remedy: string })[] {
  return Object.entries(partnerRemedies()).map(([code, remedy]) => {
    const { status, meaning } = ERRORS[code as ErrorCode]
    return { code, meaning: `${status}. ${meaning}`, remedy }
  })
}

/** The codes of the SDKs themselves. */
export const SDK_CODES: CodeDoc[] = [
  {
    code: 'connection_failed',
    meaning: 'No response: the connection failed, or was cut off in the middle of a response.',
  },
  { code: 'timeout', meaning: 'No complete response within the timeout.' },
  {
    code: 'unexpected_response',
    meaning: 'A response that is not from the service, for example from a proxy.',
  },
]
