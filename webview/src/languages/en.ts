import type { FailureWords } from '../language/failure-words.ts'
import type { Formats } from '../language/formats.ts'

export const words = (format: Formats) => ({
  direction: 'ltr' as 'ltr' | 'rtl',
  title: 'Vouchers',
  loading: 'Loading your vouchers',
  retry: 'Try again',
  back: 'Back',
  close: 'Close',
  newBadge: 'New',
  offline: 'You are offline. This is what you saw last.',
  tabs: { label: 'Main', home: 'Discover', wallet: 'Wallet' },

  arrival: {
    noToken: {
      title: 'Open your vouchers from your app',
      text: 'This page shows your vouchers when you come here from the app or website that offers them.',
    },
  },

  home: {
    hello: (name: string) => `Hello, ${name}`,
    welcome: 'Welcome',
    search: 'Search places and offers',
    clearSearch: 'Clear the search',
    filters: 'Show',
    categories: 'Categories',
    subCategories: 'Kinds',
    all: 'All',
    featured: 'Featured',
    new: 'New',
    near: 'Near me',
    favorites: 'Favorites',
    allPlaces: 'All places',
    newPlaces: 'New places',
    nearPlaces: 'Nearest first',
    found: (count: number) => format.plural(count, { one: '# place', other: '# places' }),
    searching: 'Searching …',
    more: 'Show more',
    moreFailed: 'The rest of the list did not load.',
    empty: {
      title: 'No offers yet',
      text: 'New places join all the time. Look in again soon.',
    },
    nothing: {
      title: 'Nothing here',
      text: 'No place fits what you chose. Try another category, or see them all.',
      action: 'See all places',
    },
    notFound: (text: string) => ({
      title: `Nothing found for “${text}”`,
      text: 'Check the spelling, or try a shorter word.',
    }),
    noFavorites: {
      title: 'No favorites yet',
      text: 'Tap the heart of a place you like, and you will find it here.',
    },
    nearby: {
      why: 'To put the nearest places first, we need to know where you are. Your position is used for this list only and is not kept.',
      ask: 'Use my location',
      notNow: 'Not now',
      locating: 'Finding where you are …',
      denied:
        'Your phone does not share its location with this app. You can allow it in the settings of your phone.',
      unavailable: 'Your phone could not tell where you are. Try again in a moment, or outdoors.',
    },
  },

  favorite: {
    add: (name: string) => `Add ${name} to your favorites`,
    remove: (name: string) => `Remove ${name} from your favorites`,
    added: (name: string) => `${name} is one of your favorites now`,
    removed: (name: string) => `${name} is no longer one of your favorites`,
    undone: (name: string) => `That did not work: your favorites are as before for ${name}`,
  },

  merchant: {
    more: 'More',
    less: 'Less',
    vouchers: 'Vouchers',
    outlets: 'Where to find it',
    away: (distance: string) => `${distance} away`,
    map: 'Map',
    mapOf: (name: string) => `Show ${name} on the map`,
    howFar: {
      why: 'To see how far each outlet is, share your location. It is not kept.',
      ask: 'Show distances',
    },
    noVouchers: {
      title: 'No vouchers right now',
      text: 'Make it a favorite, and you will hear of new ones.',
    },
    noOutlets: 'No outlets yet.',
  },

  voucher: {
    terms: 'Terms and conditions',
    atOutlet: (name: string) => `At ${name}`,
    claim: 'Claim',
    claiming: 'Claiming …',
    claimed: 'Claimed: it is in your wallet',
    redeem: 'Redeem',
    favoriteFirst: 'Add to favorites',
    left: (left: number, of: number) => `${format.number(left)} of ${format.number(of)} left`,
    leftUntil: (left: number, of: number, end: string) =>
      `${format.number(left)} of ${format.number(of)} left until ${format.lastDayOrTime(end)}`,
    once: 'Can be used once',
    onceUntil: (end: string) => `Can be used once until ${format.lastDayOrTime(end)}`,
    validUntil: (end: string) => `Valid until ${format.lastDayOrTime(end)}`,
    endsIn: (days: number) => (days <= 1 ? 'Last day' : format.plural(days, { other: 'Ends in # days' })),
    someOutlets: (count: number) => format.plural(count, { one: 'At # outlet', other: 'At # outlets' }),
    usedUp: 'Used up',
    usedUpUntil: (resets: string) => `Used up. Yours again ${when(format, resets)}`,
    allGone: 'All gone',
    allGoneUntil: (resets: string) => `All gone. New ones ${when(format, resets)}`,
    notYet: (from: string) => `Can be used from ${format.dayOrTime(from)}`,
    over: (end: string) => `Could be used until ${format.lastDayOrTime(end)}`,
    ended: 'No longer available',
    favoritesOnly: 'For those who have this place as a favorite',
  },

  redeem: {
    title: 'Redeem',
    checking: 'One moment …',
    chooseOutlet: 'Which outlet are you at?',
    notReady: 'Not set up for vouchers yet',
    otherOutlet: 'Choose another outlet',
    noOutlets: {
      title: 'No outlet takes it now',
      text: 'None of the outlets of this voucher is open for it at the moment. Please look in again later.',
    },
    firstThis: 'Before you redeem',
    notNow: 'Not right now',
    claim: 'Claim it now',
    addFavorite: 'Add to favorites',
    location: {
      nearestWhy:
        'Share where you are to see the nearest outlet first, and to show that you are there. Your position is stored with the redemption only.',
      title: (outlet: string) => `Are you at ${outlet}?`,
      why: 'Your location shows that you are there. It is stored with this redemption, and used for nothing else.',
      use: 'Use my location',
      without: 'Go on without location',
      review: 'It works, but the redemption will be marked for review.',
      locating: 'Finding where you are …',
      again: 'Check my location again',
      denied:
        'Your phone does not share its location with this app. You can allow it in the settings of your phone.',
      unavailable: 'Your phone could not tell where you are. Near a window or outdoors it works better.',
      too_slow: 'It takes longer than usual to find where you are. You can wait a little, or go on without.',
      unsure: (accuracy: string) => `Your phone is not sure: it may be wrong by ${accuracy}.`,
    },
    handOver: {
      title: 'Hand your phone to the staff',
      enterPin: 'Staff: please enter your outlet PIN',
      keypad: 'PIN keypad',
      digits: (count: number) => `${format.number(count)} of ${format.number(4)} digits entered`,
      delete: 'Delete the last digit',
      sending: 'Redeeming …',
      withoutLocation: 'Without location: will be marked for review',
    },
    unanswered: {
      title: 'Waiting for an answer',
      text: 'No answer came, so we do not know yet whether it worked. Keep this screen open: we ask again by ourselves, and it counts once only.',
      asking: 'Asking again …',
      waiting: 'We ask again when the connection is back.',
      left: 'We are still waiting for the answer to your redemption.',
      answered: 'Your voucher was redeemed. You find it in your wallet.',
    },
    waitFor: 'You can try again in',
    waitIsOver: 'You can try again now.',
    done: {
      title: 'Redeemed',
      code: 'Code',
      copy: 'Copy the code',
      copied: 'The code is copied',
      notCopied: 'Copying did not work: please read the code out',
      qr: 'The code as a QR code',
      noCode: 'No code needed: this screen is the proof.',
      at: (moment: string) => `Redeemed on ${moment}`,
      now: 'Time now',
      flagged: 'Marked for review',
      flaggedWhy:
        'It counts as redeemed. As it came without a location, somebody may look at it later. There is nothing for you to do.',
      finish: 'Done',
      wallet: 'See it in your wallet',
    },
  },

  wallet: {
    title: 'Wallet',
    views: 'Show',
    vouchers: 'Vouchers',
    history: 'History',
    now: 'Ready to use',
    favorite: 'For favorites',
    notYet: 'Not yet',
    allGone: 'All gone',
    usedUp: 'Used up',
    over: 'Expired',
    gone: 'No longer offered',
    goneWhy: 'It is not offered any more, so it cannot be used',
    unknown: 'Could not be checked',
    unknownWhy: 'What is left of these vouchers did not load.',
    empty: {
      title: 'Your wallet is empty',
      text: 'Claim a voucher that you like, and it waits for you here.',
    },
    noHistory: {
      title: 'Nothing redeemed yet',
      text: 'Each voucher that you redeem is kept here, with its code.',
    },
    browse: 'Find vouchers',
    more: 'Show older ones',
    moreFailed: 'The older ones did not load.',
    redemption: 'Redemption',
    voided: 'Undone',
    voidedWhy: (moment: string) =>
      `This redemption was undone on ${moment}. It does not count, and its code is no longer needed.`,
  },

  failures: failures(format),
})

const when = (format: Formats, time: string) =>
  `${format.isToday(time) ? 'today at' : 'on'} ${format.dayOrTime(time)}`

function failures(format: Formats): FailureWords {
  const wrong = {
    title: 'Something went wrong',
    text: 'Your vouchers are safe, but this did not work. Please try again in a moment.',
  }
  const link = {
    title: 'We could not sign you in',
    text: 'This link does not work any more. Go back to the app you came from and open your vouchers again.',
  }
  const busy = {
    title: 'Back in a moment',
    text: 'There is a lot going on right now. Please try again shortly.',
  }
  const gone = {
    title: 'No longer available',
    text: 'This voucher is not offered any more.',
  }
  return {
    unreachable: {
      title: 'No connection',
      text: 'We could not reach your vouchers. Check your internet connection and try again.',
    },
    validation_failed: wrong,
    request_timeout: wrong,
    payload_too_large: wrong,
    uri_too_long: wrong,
    unsupported_media_type: wrong,
    internal_error: wrong,
    unavailable: busy,
    keys_unavailable: busy,
    not_found: { title: 'Not here any more', text: 'This place does not offer vouchers at the moment.' },

    missing_token: link,
    invalid_token: link,
    headers_too_large: link,
    token_expired: {
      title: 'Your session has ended',
      text: 'For your safety, sessions end after a while. Go back to the app you came from and open your vouchers again.',
    },
    partner_disabled: {
      title: 'Vouchers are switched off',
      text: 'The app you came from does not offer vouchers at the moment. Please ask its support team.',
    },
    user_not_found: {
      title: 'This account was closed',
      text: 'Your vouchers were closed together with your account. If that is a mistake, ask the support team of the app you came from.',
    },

    merchant_not_found: { title: 'Not here any more', text: 'This place does not offer vouchers any more.' },
    merchant_inactive: { title: 'Not here at the moment', text: 'This place takes a break from vouchers.' },
    merchant_out_of_scope: {
      title: 'Not in your app',
      text: 'This place is not part of the offers of your app.',
    },
    voucher_not_found: gone,
    voucher_inactive: gone,
    voucher_out_of_scope: {
      title: 'Not in your app',
      text: 'This voucher is not part of the offers of your app.',
    },
    voucher_not_claimable: {
      title: 'No need to claim',
      text: 'This voucher is redeemed at the counter straight away.',
    },

    rate_limited: {
      title: 'Too many attempts',
      text: (facts) =>
        facts?.retryAfterSeconds === undefined
          ? 'Please wait a little before you try again.'
          : format.plural(facts.retryAfterSeconds, {
              one: 'Please wait # second before you try again.',
              other: 'Please wait # seconds before you try again.',
            }),
    },
    idempotency_key_reused: {
      title: 'Please start again',
      text: 'This attempt was mixed up with another. Nothing was redeemed by it: start again.',
    },
    outlet_not_found: {
      title: 'Outlet not found',
      text: 'This outlet is not there any more. Choose another one.',
    },
    voucher_not_yet_valid: {
      title: 'Not valid yet',
      text: 'This voucher cannot be used yet. Please come back later.',
    },
    voucher_expired: { title: 'Expired', text: 'The time of this voucher is over.' },
    voucher_not_valid_at_outlet: {
      title: 'Not at this outlet',
      text: 'This voucher cannot be used here. Choose another outlet.',
    },
    outlet_inactive: {
      title: 'Outlet closed',
      text: 'This outlet takes no vouchers at the moment. Choose another one.',
    },
    outlet_pin_not_set: {
      title: 'Outlet not ready',
      text: 'This outlet has not been set up for vouchers yet. Choose another one, or ask the staff.',
    },
    invalid_pin: {
      title: 'Wrong PIN',
      text: 'That is not the PIN of this outlet. Ask the staff to enter it again.',
    },
    too_far: {
      title: 'You are too far away',
      text: (facts) =>
        facts?.distanceMeters === undefined || facts.maxMeters === undefined
          ? 'Vouchers are redeemed at the outlet. Go there and try again.'
          : `You are ${format.distance(facts.distanceMeters)} from the outlet. Come within ${format.distance(facts.maxMeters)} and try again.`,
    },
    not_a_favorite: {
      title: 'For favorites only',
      text: 'Add this place to your favorites, then you can redeem the voucher.',
    },
    no_claim: { title: 'Claim it first', text: 'Put this voucher into your wallet, then you can redeem it.' },
    voucher_not_yet_applicable: {
      title: 'Not yet',
      text: (facts) =>
        facts?.applicableFrom === undefined
          ? 'This voucher cannot be used yet.'
          : `You can use this voucher from ${format.moment(facts.applicableFrom)}.`,
    },
    voucher_no_longer_applicable: {
      title: 'Too late',
      text: (facts) =>
        facts?.applicableUntil === undefined
          ? 'The time to use this voucher is over.'
          : `This voucher could be used until ${format.moment(facts.applicableUntil)}.`,
    },
    limit_reached: {
      title: 'Used up',
      text: (facts) =>
        facts?.resetsAt
          ? `You have used this voucher as often as you may for now. It is yours again on ${format.moment(facts.resetsAt)}.`
          : 'You have used this voucher as often as you may.',
    },
    global_cap_reached: {
      title: 'All gone',
      text: (facts) =>
        facts?.resetsAt
          ? `Others were quicker: all of these vouchers are used. There are new ones on ${format.moment(facts.resetsAt)}.`
          : 'Others were quicker: all of these vouchers are used.',
    },
    codes_exhausted: {
      title: 'No codes left',
      text: 'All codes of this voucher are given out. Please look in again later.',
    },
    code_generation_failed: {
      title: 'No code could be made',
      text: 'Nothing was redeemed. Please try again.',
    },
  }
}
