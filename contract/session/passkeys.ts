import { ById } from '../admin/shapes.ts'
import { routesOf } from '../define-route.ts'
import { AnyObject, LaterTimestamp, Like, Nullable, OneOf, Text, Timestamp } from '../shapes/fields.ts'
import { PasskeyId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Session, stepToken } from './sign-in.ts'

const name = Text(100, { examples: ['Work laptop'] })
const encoded = (maxLength: number, example: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    maxLength,
    description: 'base64url',
    examples: [example],
  })

export const Passkey = Type.Object(
  { id: PasskeyId, name, createdAt: Timestamp, lastUsedAt: Nullable(Timestamp) },
  { title: 'Passkey' },
)

export const recoveryCodes = Type.Array(Type.String({ examples: ['7K3MQ2-XD9RTV-4HB6WN-ZP80JC'] }), {
  description: 'Ten codes, shown only once. Each replaces the second factor once.',
})

export const AddedPasskey = Type.Object(
  {
    ...Passkey.properties,
    recoveryCodes: Like(Nullable(recoveryCodes), {
      description:
        'Ten codes for a person who had none, shown only once. Each replaces the second factor once. Null: the codes of the ' +
        'person stay as they are.',
    }),
  },
  { title: 'AddedPasskey' },
)

/** Browsers add properties over time, so unknown ones are allowed here. */
const credentialFields = {
  id: encoded(2000, 'q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA'),
  rawId: encoded(2000, 'q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA'),
  type: OneOf(['public-key']),
  clientExtensionResults: AnyObject({ examples: [{}] }),
}
const clientDataJSON = encoded(8000, 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0')

const NewCredential = Type.Object(
  {
    ...credentialFields,
    response: Type.Object({
      clientDataJSON,
      attestationObject: encoded(40_000, 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg'),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 40, examples: ['internal'] }), { maxItems: 10 }),
      ),
    }),
  },
  { title: 'NewCredential', description: 'What `navigator.credentials.create()` returns, as JSON.' },
)

const UsedCredential = Type.Object(
  {
    ...credentialFields,
    response: Type.Object({
      clientDataJSON,
      authenticatorData: encoded(8000, 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ'),
      signature: encoded(8000, 'MEUCIQDx3l5m2bX0'),
      userHandle: Type.Optional(Nullable(encoded(200, 'AZmNBcGofpKbRtIPXHPoCw'))),
    }),
  },
  { title: 'UsedCredential', description: 'What `navigator.credentials.get()` returns, as JSON.' },
)

export const PasskeyResponse = Strict(
  { token: stepToken, credential: UsedCredential },
  { title: 'PasskeyAnswer' },
)

const PasskeyOptions = Type.Object(
  {
    token: stepToken,
    expiresAt: LaterTimestamp,
    options: AnyObject({
      description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
      examples: [{ challenge: 'q3V9zXk1TnB7sLw0YhR5uEj2Cm8PdGfA', rpId: 'vouchers.example.com' }],
    }),
  },
  { title: 'PasskeyOptions' },
)

const definePublicRoute = routesOf('public', 'Sign-in')
const defineSessionRoute = routesOf('session', 'Sign-in')

export const beginPasskeyUse = definePublicRoute({
  id: 'beginPasskeyUse',
  method: 'POST',
  path: '/session/passkey/options',
  summary: 'Get the challenge for a passkey, to sign in or as a proof',
  description: 'The browser offers all passkeys of this host. The challenge works once, for ten minutes.',
  responses: { 201: { description: 'The options for the browser.', body: PasskeyOptions } },
  errors: ['passkeys_unavailable', 'too_many_sign_ins', 'cross_site_request'],
})

export const signInWithPasskey = definePublicRoute({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/session/passkey',
  summary: 'Sign in with a passkey alone',
  description: 'The passkey replaces password and second factor, since the device verifies the person.',
  body: PasskeyResponse,
  responses: { 201: { description: 'Signed in. The response sets the cookie.', body: Session } },
  errors: [
    'invalid_sign_in_step',
    'passkey_refused',
    'passkeys_unavailable',
    'single_sign_on_only',
    'cross_site_request',
  ],
})

export const beginPasskey = defineSessionRoute({
  id: 'beginPasskey',
  method: 'POST',
  path: '/session/passkeys/options',
  summary: 'Get the challenge to add a passkey',
  responses: { 201: { description: 'The options for the browser.', body: PasskeyOptions } },
  errors: ['passkeys_unavailable'],
  needsRecentProof: true,
})

export const addPasskey = defineSessionRoute({
  id: 'addPasskey',
  method: 'POST',
  path: '/session/passkeys',
  summary: 'Add a passkey',
  description:
    'From now on, signing in with the password asks for the passkey or another second factor. Ends all other sessions ' +
    'of the person.',
  body: Strict({ token: stepToken, name, credential: NewCredential }),
  responses: { 201: { description: 'Added. Recovery codes are shown only once.', body: AddedPasskey } },
  errors: ['invalid_sign_in_step', 'passkey_refused', 'passkeys_unavailable'],
  needsRecentProof: true,
})

export const renamePasskey = defineSessionRoute({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/session/passkeys/{id}',
  summary: 'Rename a passkey',
  params: ById,
  body: Strict({ name }),
  responses: { 200: { description: 'Renamed.', body: Passkey } },
  errors: ['not_found'],
})

export const removePasskey = defineSessionRoute({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/session/passkeys/{id}',
  summary: 'Remove a passkey',
  description: 'Ends all other sessions of the person.',
  params: ById,
  responses: { 204: { description: 'Removed.', body: null } },
  errors: ['not_found'],
  needsRecentProof: true,
})
