/** What the browser reports when it has no passkey for us, by the name of its error. */
export const PASSKEY_PROBLEMS: Record<string, string> & { other: string; unsupported: string } = {
  NotAllowedError:
    'No passkey was used: you canceled, it took too long, or this device has none for this site.',
  AbortError: 'No passkey was used: the request was canceled.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address. Open the console at its own address over https.',
  NotSupportedError: 'This device doesn’t support passkeys.',
  ConstraintError: 'This device can’t verify that it’s you. Set up a screen lock or use another device.',
  other: 'The device couldn’t use a passkey. Try again, or sign in another way.',
  unsupported: 'This browser doesn’t support passkeys. Update it, or use another one.',
}

export const PASSKEY_WORDS = {
  title: 'Passkeys',
  intro:
    'Sign in with your fingerprint, face or screen lock. A passkey replaces both the password and the second factor.',
  none: 'You have no passkey yet.',
  unavailable: 'Passkeys need the console’s own address over https. They don’t work at an IP address.',
  add: 'Add a passkey',
  addTitle: 'Add a passkey',
  addText:
    'Name it after the device. Your browser then asks you to confirm. This ends all your other sessions.',
  addAction: 'Continue',
  name: 'Name',
  namePlaceholder: 'Work laptop',
  added: (name: string) => `“${name}” is added. You can sign in with it from now on.`,
  addedAt: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename “${name}”`,
  renamed: (name: string) => `The passkey is now called “${name}”.`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeConsequence:
    'You can’t sign in with it any more, and all your other sessions end. Delete it from the device, too.',
  removeLastConsequence:
    'It is your only second factor: afterwards your password alone signs you in, and your recovery codes stop working. All your other sessions end.',
  removed: (name: string) => `“${name}” is removed.`,
  moreActions: (name: string) => `More actions for ${name}`,
  actions: 'Actions',
} as const
