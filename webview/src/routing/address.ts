import { BASE_PATH } from './path.ts'
import { HOME, type Route } from './route.ts'

/** The path of a screen below the base: `vouchers/<id>`. */
export function pathOf(route: Route): string {
  switch (route.screen) {
    case 'home':
      return ''
    case 'merchant':
      return `merchants/${encodeURIComponent(route.id)}`
    case 'voucher':
      return `vouchers/${encodeURIComponent(route.id)}`
    case 'wallet':
      return route.view === 'history' ? 'wallet/history' : 'wallet'
    case 'redemption':
      return `redemptions/${encodeURIComponent(route.id)}`
    case 'redeem':
      return redeemPath(route)
  }
}

/** Once redeemed, the address is that of the redemption: a reload must not start the flow again. */
function redeemPath({ voucherId, outletId, redemptionId }: Extract<Route, { screen: 'redeem' }>): string {
  if (redemptionId !== undefined) return `redemptions/${redemptionId}`
  return ['vouchers', voucherId, 'redeem', outletId]
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join('/')
}

/** The screen at a path below the base. An unknown path opens home. */
export function routeAt(path: string): Route {
  const [kind, id, step, outletId] = path.split('/').map(decoded)
  if (kind === 'wallet') return { screen: 'wallet', ...(id === 'history' && { view: id }) }
  if (!id) return HOME
  if (kind === 'merchants') return { screen: 'merchant', id }
  if (kind === 'redemptions') return { screen: 'redemption', id }
  if (kind !== 'vouchers') return HOME
  if (step !== 'redeem') return { screen: 'voucher', id }
  return { screen: 'redeem', voucherId: id, ...(outletId && { outletId }) }
}

/** Keeps the query, which holds the host's settings. */
export const addressOf = (route: Route): string => BASE_PATH + pathOf(route) + location.search

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
