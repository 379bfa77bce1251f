/** The languages of the console, of its e-mails and of its paper. */
export const STAFF_LANGUAGES = ['en', 'ms', 'zh-Hans', 'ar'] as const
export type StaffLanguage = (typeof STAFF_LANGUAGES)[number]
