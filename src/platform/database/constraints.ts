import { invalid, Refusal, refuse } from '../refusal.ts'

/**
 * The refusal for each constraint of the schema that a caller can violate. Only the database sees two writers at once
 * and the merged result of a PATCH, so it decides; this table translates its decision into the contract's codes.
 */
const REFUSALS: Record<string, () => Refusal> = {
  partners_slug_is_unique: () => refuse('slug_taken'),
  partners_jwt_issuer_is_unique: () => refuse('issuer_taken'),
  partners_have_either_jwks_url_or_public_key: () =>
    invalid({ path: '/jwksUrl', message: 'set exactly one of jwksUrl and publicKey' }),
  partners_next_public_key_follows_a_public_key: () =>
    invalid({
      path: '/nextPublicKey',
      message: 'needs publicKey; with jwksUrl, publish the next key there',
    }),
  merchants_slug_is_unique: () => refuse('slug_taken'),
  merchants_category_exists: () => invalid({ path: '/category', message: 'is not a known category' }),
  merchants_top_voucher_is_their_own: () =>
    invalid({ path: '/topVoucherId', message: 'is not a voucher of this merchant' }),
  merchant_sub_categories_are_of_the_merchants_category: () =>
    invalid({ path: '/subCategoryIds', message: 'contains a sub-category of another category' }),
  merchant_sub_categories_merchant_is_in_category: () =>
    invalid({
      path: '/category',
      message: 'has other sub-categories: set subCategoryIds to those of the new category',
    }),
  merchant_sub_categories_name_each_once: () =>
    invalid({ path: '/subCategoryIds', message: 'contains a sub-category twice' }),
  sub_categories_name_is_unique_in_category: () =>
    invalid({ path: '/subCategories', message: 'contains two sub-categories with the same name' }),
  outlets_have_both_coordinates_or_neither: () =>
    invalid({ path: '/longitude', message: 'set both latitude and longitude, or neither' }),
  vouchers_validity_ends_after_it_begins: () =>
    invalid({ path: '/validUntil', message: 'must be after validFrom' }),
  vouchers_applicability_ends_after_it_begins: () =>
    invalid({ path: '/applicableUntil', message: 'must be after applicableFrom' }),
  vouchers_schedule_ends_after_it_begins: () =>
    invalid({ path: '/unpublishAt', message: 'must be after publishAt' }),
  vouchers_live_ones_have_an_image: () =>
    new Refusal('voucher_incomplete', {
      issues: [{ path: '/imagePath', message: 'needs an image while it is published: unpublish it first' }],
    }),
  vouchers_terms_are_fixed_once_published: () => refuse('voucher_published'),
  staff_email_is_unique: () => refuse('email_taken'),
  staff_belong_to_what_their_role_says: () =>
    invalid({
      path: '/role',
      message: 'merchant needs merchantIds, partner and partner-support need partnerId, others neither',
    }),
  staff_partner_id_fkey: () => invalid({ path: '/partnerId', message: 'is not a known partner' }),
  staff_passkeys_belong_to_one_member: () => refuse('passkey_refused'),
  api_keys_belong_to_what_their_role_says: () =>
    invalid({
      path: '/role',
      message: 'merchant needs merchantIds, partner and partner-support need partnerId, others neither',
    }),
  api_keys_partner_id_fkey: () => invalid({ path: '/partnerId', message: 'is not a known partner' }),
}

export function refusalOfConstraint(name: string | undefined): Refusal | null {
  return (name && REFUSALS[name]?.()) || null
}
