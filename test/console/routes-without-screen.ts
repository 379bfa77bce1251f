/** Back-office routes that have no screen in the console yet. Remove a route here when its screen calls it. */
export const ROUTES_WITHOUT_SCREEN: string[] = [
  'endStaffSession',
  'endStaffSessions',
  'exportAudit',
  'generatePins',
  'importOutlets',
  'inviteNewStaffMember',
  'listStaffSessions',
  'removeStaffFactors',
  'replaceSignInSettings',
  'viewSignInSettings',
]
