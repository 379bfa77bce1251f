export type Section = { title: string; tables: string[]; functions: string[] }

/** The reading order of migrations/schema.sql. Tables and functions that are not listed come last, by name. */
export const SCHEMA_SECTIONS: Section[] = [
  {
    title: 'Partners and users',
    tables: [
      'partners',
      'partner_secrets',
      'partner_key_sets',
      'key_set_failures',
      'directory_version',
      'directory_entries',
      'users',
    ],
    functions: ['announce_partner_change', 'searched_text', 'byte_grams'],
  },
  {
    title: 'Catalog',
    tables: [
      'categories',
      'sub_categories',
      'merchants',
      'merchant_sub_categories',
      'outlets',
      'vouchers',
      'catalog_version',
      'images',
      'recent_publications',
    ],
    functions: ['announce_catalog_change', 'keep_published_voucher_terms'],
  },
  {
    title: 'Codes',
    tables: ['voucher_codes', 'code_pools'],
    functions: [
      'require_the_voucher_of_codes',
      'keep_vouchers_that_have_codes',
      'count_codes_of_pools',
      'draw_codes',
    ],
  },
  { title: 'Wallet', tables: ['favorites', 'claims'], functions: [] },
  {
    title: 'Redemptions',
    tables: [
      'redemptions',
      'user_quotas',
      'voucher_quotas',
      'redemption_attempts',
      'pin_failures',
      'pin_locks',
      'outlet_defenses',
    ],
    functions: ['write_redemptions', 'judge_pin_guesses', 'keep_what_was_redeemed'],
  },
  {
    title: 'Events and deliveries',
    tables: ['events', 'fanouts', 'deliveries', 'delivery_attempts', 'endpoints', 'replays'],
    functions: ['plan_deliveries', 'mend_feed_positions', 'keep_event_partitions', 'add_event_partition'],
  },
  {
    title: 'Sandbox',
    tables: ['failing_deliveries'],
    functions: ['is_test_partner', 'keep_the_mode', 'stay_in_the_sandbox', 'empty_sandbox'],
  },
  {
    title: 'Back office',
    tables: ['staff', 'api_keys', 'audit_log', 'request_log'],
    functions: ['refuse_to_rewrite_the_audit_log', 'keep_request_partitions'],
  },
  {
    title: 'Figures',
    tables: [
      'figures_progress',
      'daily_figures',
      'figure_changes',
      'refusal_counts',
      'refusals',
      'delivery_figures',
      'delivery_changes',
    ],
    functions: [
      'roll_up_figures',
      'close_day',
      'close_hours',
      'fold_figure_changes',
      'fold_delivery_changes',
      'note_redemption_change',
      'note_claim_change',
      'note_refusals_added',
      'note_refusals_changed',
      'note_refusals_removed',
      'note_delivery_change',
    ],
  },
  {
    title: 'The database itself',
    tables: ['installation', 'schema_migrations'],
    functions: ['uuid_v7', 'uuid_v7_floor', 'uuid_v7_week', 'utc_day'],
  },
]
