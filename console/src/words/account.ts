export const ACCOUNT_WORDS = {
  title: 'Your account',
  who: 'You',
  changeName: 'Ask an admin to change your name, e-mail address or role.',
  password: 'Password',
  passwordIntro: 'Changing it signs you out everywhere else.',
  change: 'Change password',
  changed: 'Your password is changed. All other sessions have ended.',
  sessions: 'Sessions',
  sessionEnds: (at: string) => `This session ends ${at}, or after 12 hours without use.`,
  everywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out everywhere?',
  everywhereConsequence: 'All your sessions end at once, on every device, this one included.',
  hint: 'At least 12 characters. A few words are easy to remember.',
  showPassword: 'Show or hide password',
  wrongPassword: 'This is not your current password.',
} as const

export const PASSWORD_LABELS = { currentPassword: 'Current password', newPassword: 'New password' } as const
