import { Like, Nullable } from '../shapes/fields.ts'
import { externalUserId } from '../shapes/user.ts'

/** Merchants do not see by which id the partner knows a customer. */
export const customerId = Like(Nullable(externalUserId), {
  description: 'The partner’s id of the user. Null for role merchant.',
})
