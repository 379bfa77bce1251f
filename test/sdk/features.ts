/** What the SDKs can do, by group. Each feature has a title for the table in docs/sdks.md. */
export const FEATURES = {
  Users: {
    'users.upsert': 'Create or update a user',
    'users.delete': 'Delete a user’s personal data',
  },
  Tokens: {
    'tokens.mint': 'Mint a token for a user',
    'tokens.jwks': 'Serve your public keys',
    'tokens.rotate': 'Rotate your signing key',
  },
  Events: {
    'events.iterate': 'Read the events of the last 30 days',
    'events.catch_up': 'Handle the events since the last run',
    'merchants.iterate': 'List the merchants in your scope',
  },
  Webhooks: {
    'webhooks.verify': 'Verify a delivery',
    'webhooks.handler': 'Receive deliveries, one function for each type',
    'webhooks.alone': 'Receive deliveries in a process that calls nothing',
    'webhooks.once': 'Handle each event once',
    'webhooks.handle': 'Handle an event of the feed like a delivery',
    'testing.signed_request': 'A signed delivery for your tests',
    'testing.fixtures': 'One example of each event',
  },
  Failures: {
    'errors.typed': 'Code, status, issues and request id of an error',
    'errors.codes': 'The codes, by names that your editor completes',
    'errors.remedy': 'What to do about an error',
    'errors.help': 'The page about an error',
    retries: 'Repeat what is safe to repeat after 429, 5xx and lost connections',
    'warnings.unknown_fields': 'Warn of fields that the service does not know',
    'warnings.cursor_lost': 'Go on after an event that is gone, with a warning',
  },
  Sandbox: {
    'sandbox.create_twin': 'Create your test twin',
    'sandbox.info': 'The issuer of tokens, and other settings',
    'sandbox.token': 'Mint a token with a key of the service',
    'sandbox.scenarios': 'List the scenarios',
    'sandbox.redeem': 'Redeem without phone, PIN or GPS',
    'sandbox.confirm_code': 'Confirm a code, as a device of the outlet would',
    'sandbox.void': 'Void a redemption',
    'sandbox.publish': 'Publish a voucher',
    'sandbox.deliveries': 'Let deliveries fail',
    'sandbox.retry_now': 'Send deliveries that wait for a retry now',
    'sandbox.clock.get': 'Read the clock',
    'sandbox.clock.advance': 'Move the clock',
    'sandbox.clock.set': 'Set the clock',
    'sandbox.clock.reset': 'Go back to the real time',
    'sandbox.reset': 'Start again',
  },
  Support: {
    'support.find': 'Search your users',
    'support.user': 'A user with claims, favorites and redemptions',
    'support.redemptions': 'Redemptions',
    'support.deliveries': 'Deliveries to your endpoint',
    'support.requests': 'Your failed requests, with the reason in words',
    'support.record_deployment': 'Record a deployment, to list only what is new since',
    'support.alerts': 'Current problems',
    'support.paging': 'The next page of a list',
    'support.count': 'How many records match on all pages',
  },
  'Secret and endpoint': {
    'secret.rotate': 'Rotate the secret',
    'secret.promote': 'Sign webhooks with the next secret',
    'webhook.test': 'Send a sample to your endpoint',
    'webhook.health': 'Whether events reach your endpoint',
    'webhook.deliver_now': 'Send what did not arrive',
    'webhook.resume': 'End a pause',
    'webhook.retry': 'Send one delivery again',
    'webhook.replay': 'Send the events of a period again',
    'webhook.progress': 'The progress of a replay',
  },
  Titles: {
    'titles.plain': 'A title without its markup',
    'titles.html': 'A title as safe HTML',
  },
} as const

type Groups = typeof FEATURES
export type FeatureId = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups]

/**
 * The call of each feature in one language, as a reader writes it. The tour of the language contains each call, perhaps with
 * other arguments.
 */
export type Calls = Record<FeatureId, string>
