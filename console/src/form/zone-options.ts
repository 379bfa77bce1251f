/** Every time zone that the browser knows, for a choice. */
export const ZONE_OPTIONS = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  value: zone,
  label: zone,
}))
