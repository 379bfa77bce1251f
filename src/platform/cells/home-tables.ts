/**
 * The tables that all cells share. They are in the home database; a cell reads and writes them there, through its schema
 * `home`. All other tables are a cell's own: what belongs to its merchants.
 */
export const HOME_TABLES = [
  // The installation
  ...['oldest_release', 'nodes', 'installation', 'maintenance', 'cells', 'merchant_cells', 'moves'],
  // Partners and users
  ...[
    'partners',
    'partner_secrets',
    'partner_key_sets',
    'key_set_failures',
    'partner_request_counts',
    'users',
  ],
  ...['directory_version', 'directory_entries', 'redemption_attempts', 'endpoints'],
  ...[
    'feed_entries',
    'feed_progress',
    'simulated_failures',
    'request_log',
    'partner_deployments',
    'partner_traffic',
  ],
  // What merchants of all cells have in common
  ...['categories', 'sub_categories', 'images', 'statement_counter', 'statement_settings'],
  // Staff
  ...['staff', 'api_keys', 'saved_filters', 'approval_settings', 'approvals', 'sign_in_settings'],
  ...['staff_passwords', 'staff_totp', 'staff_recovery_codes', 'staff_passkeys', 'staff_oidc_subjects'],
  ...['staff_sessions', 'sign_in_links', 'sign_in_steps', 'sign_in_failures', 'unknown_sign_in_failures'],
  // Alerts
  ...['alerts', 'alert_watch', 'alert_destinations', 'alert_messages', 'alert_lines'],
] as const
