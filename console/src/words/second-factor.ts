/** The second step of a sign-in. */
export const SECOND_FACTOR_WORDS = {
  intro: {
    PASSKEY: 'Your password is right. Now confirm with your passkey.',
    TOTP: 'Enter the 6-digit code of your authenticator app.',
    RECOVERY_CODE: 'Enter one of the recovery codes that you saved. Each works once.',
  },
  label: { TOTP: 'Code', RECOVERY_CODE: 'Recovery code' },
  use: {
    PASSKEY: 'Use a passkey',
    TOTP: 'Use the authenticator app',
    RECOVERY_CODE: 'Use a recovery code',
  },
  wrong: {
    TOTP: 'This code is wrong, or it was used already. Wait for the next code in your app.',
    RECOVERY_CODE: 'This recovery code is wrong, or it was used already. Each works once.',
  },
  startAgain: 'Start again',
} as const
