import { Category } from './category.ts'
import { Count, Like } from './fields.ts'
import { Merchant } from './merchant.ts'
import { Type } from './type.ts'
import { Branding, personalFields } from './user.ts'
import { WalletItem } from './wallet.ts'

/** How many merchants a row has, and how many vouchers that end soon are listed. */
export const HOME_ROW_LENGTH = 8
/** A voucher ends soon if its last day is at most this many days away. */
export const ENDS_SOON_DAYS = 7

const count = (description: string, example: number) => Like(Count, { description, examples: [example] })

const row = (description: string) => Type.Array(Merchant, { maxItems: HOME_ROW_LENGTH, description })

export const HomeWallet = Type.Object(
  {
    endsSoon: Type.Array(WalletItem, {
      maxItems: HOME_ROW_LENGTH,
      description:
        `Vouchers that can be redeemed now and whose last day is at most ${ENDS_SOON_DAYS} days away, soonest end ` +
        'first.',
    }),
    counts: Type.Object(
      {
        ready: count('Vouchers in the group READY.', 3),
        favoritesOnly: count('Vouchers in the group FAVORITES_ONLY.', 1),
        later: count('Vouchers in the group LATER.', 0),
        usedUp: count('Vouchers in the group USED_UP.', 2),
        ended: count('Vouchers in the group ENDED.', 4),
      },
      { description: 'How many claims each group of `GET /me/wallet` has.' },
    ),
  },
  { title: 'HomeWallet', description: 'Left out if the user is unknown or anonymized.' },
)

export const Home = Type.Object(
  {
    branding: Branding,
    greeting: Type.Object(
      {
        displayName: Like(personalFields.displayName, {
          description: 'The name in the token, otherwise the stored name; null if neither is known.',
        }),
      },
      { title: 'Greeting' },
    ),
    categories: Type.Array(Category, { description: 'As in `GET /categories`.' }),
    counts: Type.Object(
      {
        merchants: count('Active merchants.', 130),
        featured: count('Featured merchants.', 8),
        new: count('Merchants with the “new” badge.', 5),
      },
      { description: 'The merchants in the partner’s scope.' },
    ),
    wallet: Type.Optional(HomeWallet),
    featured: row('The first featured merchants, in the curated order.'),
    new: row('The first merchants with the “new” badge, sorted by name.'),
    nearest: Type.Optional(
      row(
        'The nearest merchants, without those that have no located outlet. Present only if lat and lng were sent.',
      ),
    ),
  },
  { title: 'Home' },
)
