import { fieldName } from '@counterfoil/contract/words/reason.ts'
import { invalid, issueAt, Refusal, refuse } from '../refusal.ts'

/**
 * The refusal for each constraint of the schema that a caller can violate. Only the database sees two writers at once
 * and the merged result of a PATCH, so it decides; this table translates its decision into the contract's codes.
 */
const REFUSALS: Record<string, () => Refusal> = {
  partners_slug_is_unique: () => refuse('slug_taken'),
  partners_jwt_issuer_is_unique: () => refuse('issuer_taken'),
  partners_have_either_jwks_url_or_public_key: () => invalid(issueAt('/jwksUrl', 'issue.oneKeySource')),
  partners_next_public_key_follows_a_public_key: () => invalid(issueAt('/nextPublicKey', 'issue.nextKey')),
  merchants_slug_is_unique: () => refuse('slug_taken'),
  merchants_category_exists: () => invalid(issueAt('/category', 'issue.category')),
  merchants_top_voucher_is_their_own: () => invalid(issueAt('/topVoucherId', 'issue.topVoucher')),
  merchant_sub_categories_are_of_the_merchants_category: () =>
    invalid(issueAt('/subCategoryIds', 'issue.otherSubCategory')),
  merchant_sub_categories_merchant_is_in_category: () => invalid(issueAt('/category', 'issue.subCategories')),
  merchant_sub_categories_name_each_once: () => invalid(issueAt('/subCategoryIds', 'issue.subCategoryTwice')),
  sub_categories_name_is_unique_in_category: () =>
    invalid(issueAt('/subCategories', 'issue.subCategoryName')),
  outlets_have_both_coordinates_or_neither: () => invalid(issueAt('/longitude', 'issue.coordinates')),
  vouchers_validity_ends_after_it_begins: () =>
    invalid(issueAt('/validUntil', 'issue.after', { field: fieldName('validFrom') })),
  vouchers_applicability_ends_after_it_begins: () =>
    invalid(issueAt('/applicableUntil', 'issue.after', { field: fieldName('applicableFrom') })),
  vouchers_schedule_ends_after_it_begins: () =>
    invalid(issueAt('/unpublishAt', 'issue.after', { field: fieldName('publishAt') })),
  vouchers_live_ones_have_an_image: () =>
    new Refusal('voucher_incomplete', {
      issues: [issueAt('/imagePath', 'issue.imageWhilePublished')],
    }),
  vouchers_terms_are_fixed_once_published: () => refuse('voucher_published'),
  staff_email_is_unique: () => refuse('email_taken'),
  staff_belong_to_what_their_role_says: () => invalid(issueAt('/role', 'issue.roleOwner')),
  staff_partner_id_fkey: () => invalid(issueAt('/partnerId', 'issue.partner')),
  staff_passkeys_belong_to_one_member: () => refuse('passkey_refused'),
  api_keys_belong_to_what_their_role_says: () => invalid(issueAt('/role', 'issue.roleOwner')),
  api_keys_partner_id_fkey: () => invalid(issueAt('/partnerId', 'issue.partner')),
}

export function refusalOfConstraint(name: string | undefined): Refusal | null {
  return (name && REFUSALS[name]?.()) || null
}
