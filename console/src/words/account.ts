export const ACCOUNT_WORDS = {
  title: 'Your account',
  who: 'You',
  name: 'Name',
  saveName: 'Save name',
  nameSaved: (name: string) => `Your name is now ${name}.`,
  changeRest: 'Ask an admin to change your e-mail address or role.',
  language: 'Language',
  languageHint: 'Of the console and of e-mails to you. Without a choice, the console follows your browser.',
  languageOfBrowser: 'As the browser',
  noPassword: 'You have no password: you sign in another way. Ask an admin for a link if you want one.',
  onlySingleSignOn:
    'Your organization signs in through single sign-on only. Passwords, passkeys and codes aren’t used.',
  password: 'Password',
  passwordIntro: 'Changing it signs you out everywhere else.',
  change: 'Change password',
  changed: 'Your password is changed. All other sessions have ended.',
  hint: 'At least 12 characters. A few words are easy to remember.',
  wrongPassword: 'This is not your current password.',
} as const

export const PASSWORD_LABELS = { currentPassword: 'Current password', newPassword: 'New password' } as const
