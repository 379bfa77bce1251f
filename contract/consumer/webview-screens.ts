/** The screens of the webview that have an address: `/app/wallet`, `/app/acme-pay/wallet`. No partner's slug is one of them. */
const SCREENS = new Set(['merchants', 'vouchers', 'wallet', 'redemptions'])

export const isWebviewScreen = (segment: string): boolean => SCREENS.has(segment)
