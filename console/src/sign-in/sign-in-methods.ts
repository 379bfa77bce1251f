import type { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import type { ResponseBody } from '../api/call.ts'

/** The ways to sign in that this installation offers. */
export type SignInMethods = ResponseBody<typeof listSignInMethods>
