import type { Formats } from '../../time/formats.ts'
import { failures } from '../failures/en.ts'

/** Every text of the app. English defines the keys: a language that lacks one does not compile. */
export type Words = ReturnType<typeof words>

export const words = (format: Formats) => ({
  direction: 'ltr' as 'ltr' | 'rtl',
  title: 'Vouchers',
  loading: 'Loading your vouchers',
  retry: 'Try again',
  back: 'Back',
  close: 'Close',
  view: 'View',
  newBadge: 'New',
  offline: 'You’re offline. This is what we last loaded.',
  tabs: {
    label: 'Main',
    home: 'Discover',
    wallet: 'Wallet',
    ready: (count: number) => format.plural(count, { other: '# ready to use' }),
  },

  arrival: {
    noToken: {
      title: 'Open your vouchers from your app',
      text: 'Go to the app or website that offers your vouchers and open them from there.',
    },
  },

  home: {
    hello: (name: string) => `Hello, ${name}`,
    welcome: 'Welcome',
    search: 'Search places and offers',
    clearSearch: 'Clear search',
    filters: 'Filters',
    categories: 'Categories',
    subCategories: 'Subcategories',
    all: 'All',
    featured: 'Featured',
    new: 'New',
    near: 'Near me',
    favorites: 'Favorites',
    allPlaces: 'All places',
    newPlaces: 'New places',
    nearPlaces: 'Nearest first',
    endingSoon: 'Ending soon in your wallet',
    inWallet: 'In your wallet',
    unavailable: {
      title: 'No longer available',
      text: 'Your app no longer offers this place.',
      remove: 'Remove',
    },
    found: (count: number) => format.plural(count, { one: '# result', other: '# results' }),
    places: 'Places',
    cities: 'Cities',
    outlets: (count: number) => format.plural(count, { one: '# outlet', other: '# outlets' }),
    searching: 'Searching…',
    more: 'Show more',
    moreFailed: 'We couldn’t load the rest of the list.',
    empty: { title: 'No offers yet', text: 'New places join all the time. Check back soon.' },
    noMatches: {
      title: 'No matches',
      text: 'No places match your filters. Try another category, or see all places.',
      action: 'See all places',
    },
    noResults: (text: string) => ({
      title: `No results for “${text}”`,
      text: 'Check the spelling, or try a shorter word.',
    }),
    noFavorites: {
      title: 'No favorites yet',
      text: 'Tap the heart on a place you like, and you’ll find it here.',
    },
    nearby: {
      why: 'Share your location to see the nearest places first. We use it for this list only and don’t store it.',
      ask: 'Use my location',
      notNow: 'Not now',
      locating: 'Finding your location…',
      denied: 'This app can’t see your location. You can allow it in your phone’s settings.',
      unavailable: 'Your phone couldn’t find your location. Try again in a moment, or outdoors.',
    },
  },

  favorite: {
    add: (name: string) => `Add ${name} to favorites`,
    remove: (name: string) => `Remove ${name} from favorites`,
    added: 'Added to favorites',
    removed: 'Removed from favorites',
    failed: 'Couldn’t update favorites',
  },

  merchant: {
    more: 'More',
    less: 'Less',
    vouchers: 'Vouchers',
    outlets: 'Outlets',
    away: (distance: string) => `${distance} away`,
    map: 'Map',
    mapOf: (name: string) => `Show ${name} on the map`,
    distances: {
      why: 'Share your location to see how far away each outlet is. We don’t store it.',
      ask: 'Show distances',
    },
    noVouchers: {
      title: 'No vouchers right now',
      text: 'Add this place to your favorites to hear about new ones.',
    },
    noOutlets: 'No outlets yet.',
    hours: {
      open: 'Open now',
      openUntil: (time: string) => `Open until ${time}`,
      closed: 'Closed now',
      closedUntil: (time: string) => `Closed · opens ${time}`,
    },
  },

  voucher: {
    terms: 'Terms and conditions',
    atOutlet: (name: string) => `At ${name}`,
    claim: 'Claim',
    claiming: 'Claiming…',
    claimed: 'Added to your wallet',
    redeem: 'Redeem',
    claimAndRedeem: 'Claim and redeem',
    addFavorite: 'Add to favorites',
    left: (left: number, of: number) => `${format.number(left)} of ${format.number(of)} left`,
    once: 'Use once',
    often: { MONTHLY: 'Once a month', BIWEEKLY: 'Once every 2 weeks' },
    renews: (at: string) => `renews ${format.isToday(at) ? 'today at ' : ''}${format.shortDayOrTime(at)}`,
    usableFrom: (from: string) => `Usable from ${format.dayOrTime(from)}`,
    usableFromTo: (from: string, end: string) =>
      `Usable from ${format.dayOrTime(from)} to ${format.lastDayOrTime(end)}`,
    validUntil: (end: string) => `Valid until ${format.lastDayOrTime(end)}`,
    endsIn: (days: number, end: string) => {
      if (days > 1) return format.plural(days, { other: 'Ends in # days' })
      if (days === 1) return 'Ends tomorrow'
      return format.endsToday(end) ? `Ends today at ${format.lastDayOrTime(end)}` : 'Ends today'
    },
    someOutlets: (count: number) => format.plural(count, { one: 'At # outlet', other: 'At # outlets' }),
    usedUp: 'Used up',
    usedUpUntil: (resets: string) => `Used up. Available again ${when(format, resets)}`,
    fullyRedeemed: 'Fully redeemed',
    fullyRedeemedUntil: (resets: string) => `Fully redeemed. More available ${when(format, resets)}`,
    notYet: (from: string) => `Available from ${format.dayOrTime(from)}`,
    expired: (end: string) => `Expired ${format.endsToday(end) ? 'at' : 'on'} ${format.lastDayOrTime(end)}`,
    withdrawn: 'No longer available',
    favoritesOnly: 'Favorites only',
    addToCalendar: 'Add to calendar',
    share: 'Share',
    linkCopied: 'Link copied',
    linkNotCopied: 'Couldn’t copy the link',
  },

  redeem: {
    title: 'Redeem',
    checking: 'One moment…',
    chooseOutlet: 'Which outlet are you at?',
    notReady: 'Not set up for vouchers yet',
    changeOutlet: 'Another outlet',
    needsConnection: {
      title: 'You need a connection to redeem',
      text: 'Your voucher and outlet stay chosen. We’ll continue when you’re back online.',
    },
    noOutlets: {
      title: 'No outlet accepts this right now',
      text: 'None of this voucher’s outlets can redeem it at the moment. Check back later.',
    },
    beforeYouRedeem: 'Before you redeem',
    cannotRedeem: 'You can’t redeem this right now',
    claim: 'Claim now',
    addFavorite: 'Add to favorites',
    location: {
      nearestWhy:
        'Share your location to see the nearest outlet first and to confirm you’re there. We store it with this redemption only.',
      title: (outlet: string) => `Are you at ${outlet}?`,
      why: 'Your location confirms you’re there. We store it with this redemption and use it for nothing else.',
      use: 'Use my location',
      without: 'Continue without location',
      review: 'You can still redeem. Staff will review it later.',
      locating: 'Finding your location…',
      again: 'Check again',
      denied: 'This app can’t see your location. You can allow it in your phone’s settings.',
      unavailable: 'Your phone couldn’t find your location. It works better near a window or outdoors.',
      too_slow:
        'Finding your location is taking longer than usual. Wait a little, or continue without location.',
      accuracy: (accuracy: string) => `Your phone’s location may be off by ${accuracy}.`,
    },
    handOver: {
      title: 'Hand your phone to the staff',
      enterPin: 'Staff: enter your outlet PIN',
      enterPinAgain: 'Staff: enter your PIN once more. It only counts once.',
      keypad: 'PIN keypad',
      digits: (count: number) => `${format.number(count)} of ${format.number(4)} digits entered`,
      delete: 'Delete last digit',
      sending: 'Redeeming…',
      withoutLocation: 'No location: will be marked for review',
    },
    unanswered: {
      title: 'Waiting for confirmation',
      text: 'We haven’t heard back, so we don’t know yet whether it worked. Keep this screen open: we’ll retry automatically, and it only counts once.',
      asking: 'Retrying…',
      waiting: 'We’ll retry when the connection is back.',
      busy: 'Keep this screen open: we’ll retry automatically, and it only counts once.',
      left: 'We’re still waiting for confirmation of your redemption.',
      answered: 'Your voucher was redeemed. Find it in your wallet.',
    },
    again: {
      title: 'Already redeemed',
      text: (moment: string) => `You redeemed this voucher on ${moment}. Redeeming again is another use.`,
      show: 'Show redemption',
      again: 'Redeem again',
    },
    retryIn: 'Try again in',
    retryNow: 'You can try again now.',
    done: {
      title: 'Redeemed',
      code: 'Code',
      copy: 'Copy code',
      copied: 'Code copied',
      notCopied: 'Couldn’t copy the code. Please read it out.',
      qr: 'QR code',
      noCode: 'No code needed. This screen is your proof.',
      at: (moment: string) => `Redeemed on ${moment}`,
      now: 'Current time',
      saved: (amount: string) => `You saved ${amount}`,
      used: 'Used',
      flagged: 'Marked for review',
      flaggedWhy:
        'Your voucher counts as redeemed. As no location was shared, someone may review it later. You don’t need to do anything.',
      finish: 'Done',
      wallet: 'View in wallet',
    },
  },

  wallet: {
    title: 'Wallet',
    views: 'View',
    vouchers: 'Vouchers',
    history: 'History',
    ready: 'Ready to use',
    favorite: 'Favorites only',
    notYet: 'Available later',
    usedUp: 'Used up',
    expired: 'Expired',
    ended: 'Ended',
    withdrawnWhy: 'No longer offered, so you can’t use it',
    place: 'Place',
    noneNear: 'None of your vouchers has an outlet with a known location.',
    others: 'Other vouchers',
    asOf: (moment: string) => `As of ${moment}`,
    empty: { title: 'Your wallet is empty', text: 'Claim a voucher you like, and you’ll find it here.' },
    noHistory: {
      title: 'Nothing redeemed yet',
      text: 'Vouchers you redeem are kept here, with their codes.',
    },
    browse: 'Find vouchers',
    more: 'Show older',
    moreFailed: 'We couldn’t load older redemptions.',
    redemption: 'Redemption',
    noRedemption: {
      title: 'Redemption not found',
      text: 'It isn’t in your history. Your own redemptions are in your wallet.',
    },
    voided: 'Canceled',
    voidedWhy: (moment: string, hasCode: boolean) =>
      `This redemption was canceled on ${moment}. It doesn’t count${hasCode ? ', and its code no longer works' : ''}.`,
  },

  failures: failures(format),
})

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? 'today at' : 'on'} ${format.dayOrTime(time)}`
