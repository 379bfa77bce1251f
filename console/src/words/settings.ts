import { SENTENCE_LOCALE } from '../time/language.ts'

export const SETTINGS_WORDS = {
  title: 'Settings',
  secondFactor: 'Second factor',
  intro:
    'People with these roles must have a passkey or an authenticator app. Single sign-on counts as two factors.',
  roles: 'Required for',
  save: 'Save',
  changedAt: 'Last changed',
  readOnly: 'Only an admin can change this.',
  confirmTitle: 'Change who needs a second factor?',
  newlyRequired: (roles: string) =>
    `From now on, people with the role ${roles} who have no second factor can only add one. This applies at once, also to open sessions.`,
  noLongerRequired: (roles: string) => `People with the role ${roles} can sign in with a password alone.`,
  yourself: 'You have no second factor yourself, so you’ll be asked to add one now.',
  saved: 'The settings are saved.',
} as const

const LIST = new Intl.ListFormat(SENTENCE_LOCALE, { type: 'disjunction' })

export function listWords(items: string[]): string {
  return LIST.format(items)
}
