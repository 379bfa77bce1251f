export const OUTLET_WORDS = {
  title: 'Outlets',
  one: 'Outlet',
  search: 'Search outlets',
  city: 'City',
  position: 'Position',
  noPosition: 'None',
  pin: 'PIN',
  pinSet: 'Set',
  pinNotSet: 'Not set',
  state: 'State',
  none: 'This merchant has no outlet yet.',
} as const
