import type { Formats } from '../../time/formats.ts'
import { type FailureWords, LONG_WAIT_SECONDS, withMessage } from './failure-words.ts'

const busy = { title: 'Back in a moment', text: 'We’re very busy right now. Please try again shortly.' }

export const failures = (format: Formats): FailureWords => ({
  unreachable: {
    title: 'No connection',
    text: 'We couldn’t reach the server. Check your internet connection and try again.',
  },
  not_sent: {
    title: 'You’re offline',
    text: 'You’re offline, so nothing was sent. Connect, then enter the PIN again.',
  },
  internal_error: {
    title: 'Something went wrong',
    text: 'Your vouchers are safe, but this didn’t work. Please try again in a moment.',
  },
  unavailable: busy,
  maintenance: {
    title: 'We’re doing maintenance',
    text: (facts) =>
      withMessage(
        facts?.until
          ? `Vouchers can’t be used until ${format.timeOrMoment(facts.until)}.`
          : 'Vouchers can’t be used right now. Please try again in a few minutes.',
        facts?.message,
      ),
  },
  not_found: { title: 'Not available', text: 'This place isn’t offering vouchers right now.' },

  invalid_token: {
    title: 'We couldn’t sign you in',
    text: 'This link no longer works. Go back to the app you came from and open your vouchers again.',
  },
  token_expired: {
    title: 'Your session has ended',
    text: 'To keep you safe, sessions end after a while. Go back to the app you came from and open your vouchers again.',
  },
  partner_disabled: {
    title: 'Vouchers are turned off',
    text: 'The app you came from isn’t offering vouchers right now. Please contact its support team.',
  },
  user_not_found: {
    title: 'This account is closed',
    text: 'Your vouchers were closed along with your account. If this is a mistake, contact the support team of the app you came from.',
  },

  merchant_not_found: { title: 'No longer available', text: 'This place no longer offers vouchers.' },
  merchant_out_of_scope: {
    title: 'Not in your app',
    text: 'Your app doesn’t offer vouchers from this place.',
  },
  voucher_not_found: { title: 'No longer available', text: 'This voucher is no longer offered.' },
  voucher_out_of_scope: { title: 'Not in your app', text: 'Your app doesn’t offer this voucher.' },
  voucher_not_claimable: {
    title: 'No claim needed',
    text: 'You can redeem this voucher at the counter right away.',
  },

  rate_limited: {
    title: 'Too many attempts',
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return 'Please wait a little before you try again.'
      if (seconds > LONG_WAIT_SECONDS) {
        const minutes = format.plural(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' })
        return `Try again at ${format.timeAfter(seconds)} (in ${minutes}).`
      }
      return format.plural(seconds, {
        one: 'Please wait # second before you try again.',
        other: 'Please wait # seconds before you try again.',
      })
    },
  },
  partner_limited: {
    title: busy.title,
    text: (facts) => {
      const seconds = facts?.retryAfterSeconds
      if (seconds === undefined) return busy.text
      return format.plural(seconds, {
        one: 'We’re busy right now. Try again in # second.',
        other: 'We’re busy right now. Try again in # seconds.',
      })
    },
  },
  idempotency_key_reused: {
    title: 'Please start again',
    text: 'This attempt got mixed up with another one and redeemed nothing. Please start again.',
  },
  outlet_not_found: {
    title: 'Outlet not found',
    text: 'This outlet no longer exists. Choose another one.',
  },
  voucher_not_yet_valid: {
    title: 'Not valid yet',
    text: 'You can’t use this voucher yet. Please come back later.',
  },
  voucher_expired: { title: 'Expired', text: 'This voucher has expired.' },
  voucher_not_valid_at_outlet: {
    title: 'Not at this outlet',
    text: 'You can’t use this voucher here. Choose another outlet.',
  },
  outlet_inactive: {
    title: 'Outlet not available',
    text: 'This outlet isn’t accepting vouchers right now. Choose another one.',
  },
  outlet_pin_not_set: {
    title: 'Outlet not ready',
    text: 'This outlet isn’t set up for vouchers yet. Choose another one, or ask the staff.',
  },
  invalid_pin: { title: 'Wrong PIN', text: 'That’s not this outlet’s PIN. Staff: please enter it again.' },
  too_far: {
    title: 'You’re too far away',
    text: (facts) =>
      facts?.distanceMeters === undefined || facts.maxMeters === undefined
        ? 'You can only redeem vouchers at the outlet. Go there and try again.'
        : `You’re ${format.distance(facts.distanceMeters)} from the outlet. Come within ${format.distance(facts.maxMeters)} and try again.`,
  },
  not_a_favorite: {
    title: 'Favorites only',
    text: 'Add this place to your favorites to redeem the voucher.',
  },
  no_claim: { title: 'Claim it first', text: 'Add this voucher to your wallet to redeem it.' },
  voucher_not_yet_applicable: {
    title: 'Not yet',
    text: (facts) =>
      facts?.applicableFrom === undefined
        ? 'You can’t use this voucher yet.'
        : `You can use this voucher from ${format.moment(facts.applicableFrom)}.`,
  },
  voucher_no_longer_applicable: {
    title: 'Expired',
    text: (facts) =>
      facts?.applicableUntil === undefined
        ? 'This voucher has expired.'
        : `This voucher expired on ${format.moment(facts.applicableUntil)}.`,
  },
  limit_reached: {
    title: 'Used up',
    text: (facts) =>
      facts?.resetsAt
        ? `You’ve reached your limit for now. This voucher is available again on ${format.moment(facts.resetsAt)}.`
        : 'You’ve reached your limit for this voucher.',
  },
  global_cap_reached: {
    title: 'Fully redeemed',
    text: (facts) =>
      facts?.resetsAt
        ? `All of these vouchers have been redeemed. More are available on ${format.moment(facts.resetsAt)}.`
        : 'All of these vouchers have been redeemed.',
  },
  codes_exhausted: {
    title: 'No codes left',
    text: 'All codes for this voucher have been given out. Check back later.',
  },
  code_generation_failed: {
    title: 'Couldn’t create a code',
    text: 'Nothing was redeemed. Please try again.',
  },
})
