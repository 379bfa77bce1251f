import { formatNumber } from '../time/numbers.ts'

/** Words of the checklist before a publication, by the field that a check is about. */
export const PUBLICATION_WORDS = {
  checks: 'Before it can go live',
  met: 'Done',
  unmet: 'Missing',
  items: {
    '/imagePath': { met: 'It has a picture', unmet: 'Upload a picture' },
    '/merchantId': { met: 'The merchant is active', unmet: 'The merchant is not active' },
    '/outletIds': {
      met: 'An active outlet accepts it',
      unmet: 'No active outlet accepts it: activate or choose one',
    },
    '/codeSource': { met: 'Codes are available', unmet: 'No code is available: upload codes' },
    '/validUntil': { met: 'Its end is not in the past', unmet: 'Its end is in the past' },
  } as Record<string, { met: string; unmet: string }>,
  notifies: (users: number, merchant: string) =>
    users === 0
      ? `Nobody is notified: no user has favorited ${merchant} yet.`
      : `${users === 1 ? '1 user is notified: they have' : `${formatNumber(users)} users are notified: they have`} favorited ${merchant}.`,
  notifiesByPartner: 'Users who are notified, by partner',
  partner: 'Partner',
  users: 'Users',
  waits: 'A second person has to approve it. Then it goes live.',
  request: 'Send for approval',
  goesLive:
    'It goes live at once. After that, its cycle, its code source and its claim flow can’t be changed.',
} as const
