/** `/app/acme-pay/vouchers/1` is the base `/app/acme-pay/` and the screen `vouchers/1`. No slug has a screen's name. */
const [, base = '/app/', screen = ''] =
  location.pathname.match(
    /^(\/app\/(?:(?!(?:merchants|vouchers|wallet|redemptions)(?:\/|$))[^/]+\/)?)(.*)/,
  ) ?? []

/** The path of the home screen. */
export const BASE_PATH = base
/** The rest of the path with which the page was opened. Empty for the home screen. */
export const FIRST_SCREEN_PATH = screen
