/** Back-office routes that have no screen in the console yet. Remove a route here when its screen calls it. */
export const ROUTES_WITHOUT_SCREEN: string[] = [
  'createTwin',
  'emptySandbox',
  'exportAudit',
  'failSandboxDeliveries',
  'generatePins',
  'getSandbox',
  'importOutlets',
  'moveSandboxClock',
]
