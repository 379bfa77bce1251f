import {
  type addPasskey,
  beginPasskeyUse,
  type signInWithPasskey,
} from '@counterfoil/contract/session/passkeys.ts'
import { call, type ResponseBody, type RouteInput } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { PASSKEY_PROBLEMS } from '../words/passkeys.ts'

type Options = ResponseBody<typeof beginPasskeyUse>
export type PasskeyResponse = RouteInput<typeof signInWithPasskey>['body']
type NewCredential = RouteInput<typeof addPasskey>['body']['credential']

/** Lets the person choose one of the passkeys that the browser has for this host. */
export async function askForPasskey(): Promise<PasskeyResponse> {
  const { token, options } = await call(beginPasskeyUse, {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = await navigator.credentials.get({ publicKey })
  return { token, credential: (credential as PublicKeyCredential).toJSON() as PasskeyResponse['credential'] }
}

/** Lets the device create a passkey. */
export async function createPasskey(options: Options['options']): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = await navigator.credentials.create({ publicKey })
  return (credential as PublicKeyCredential).toJSON() as unknown as NewCredential
}

/** The browser reports its own errors by name, and says nothing that helps a person. */
export function explainPasskey(error: unknown): string {
  if (error instanceof DOMException) return PASSKEY_PROBLEMS[error.name] ?? PASSKEY_PROBLEMS.other
  // An older browser lacks PublicKeyCredential, or its functions.
  if (error instanceof ReferenceError || error instanceof TypeError) return PASSKEY_PROBLEMS.unsupported
  return explain(error)
}
