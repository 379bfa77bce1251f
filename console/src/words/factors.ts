export const TOTP_WORDS = {
  title: 'Authenticator app',
  intro: 'After your password, an app on your phone shows the 6-digit code to enter.',
  off: 'Not set up',
  since: 'Set up',
  setUp: 'Set up',
  setUpTitle: 'Set up an authenticator app',
  scan: '1. Scan this with the app.',
  scanLabel: 'QR code for the authenticator app',
  typeInstead: 'No camera? Type this key into the app:',
  copyKey: 'Copy key',
  confirm: '2. Enter the code that the app shows.',
  code: 'Code',
  confirmAction: 'Confirm',
  wrong: 'This code is wrong or too old. Enter the one that the app shows now, and check the phone’s clock.',
  ends: 'This ends all your other sessions.',
  done: 'The authenticator app is set up.',
  remove: 'Remove',
  removeTitle: 'Remove the authenticator app?',
  removeConsequence: 'Signing in no longer asks for its code. All your other sessions end.',
  removeLastConsequence:
    'It is your only second factor: afterwards your password alone signs you in, and your recovery codes stop working. All your other sessions end.',
  removed: 'The authenticator app is removed.',
} as const

export const RECOVERY_WORDS = {
  title: 'Recovery codes',
  intro: 'For the day when your phone or passkey is lost. Each code replaces the second factor once.',
  left: (count: number) => (count === 1 ? '1 code left' : `${count} codes left`),
  few: 'Create new codes, so that a lost device doesn’t lock you out.',
  create: 'Create new codes',
  createTitle: 'Create new recovery codes?',
  createConsequence: (left: number) =>
    left === 0
      ? 'You get ten codes. They are shown once.'
      : `You get ten codes, shown once. The ${left === 1 ? 'code' : `${left} codes`} you have now ${left === 1 ? 'stops' : 'stop'} working.`,
  needsFactor: 'Add a passkey or an authenticator app first.',
  shownTitle: 'Save your recovery codes',
  shownText:
    'Each works once, when you can’t use your passkey or authenticator app. Keep them where you keep passwords.',
  copyAll: 'Copy all',
  download: 'Download',
  fileName: 'counterfoil-recovery-codes.txt',
  fileHeading: (email: string) => `Counterfoil recovery codes of ${email}. Each works once.`,
} as const

export const ADD_FACTOR_WORDS = {
  title: 'Add a second factor',
  text: 'Your role needs one: an admin requires it. Add a passkey or an authenticator app to go on.',
} as const
