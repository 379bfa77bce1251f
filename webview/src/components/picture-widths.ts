/**
 * The `srcset` of a picture that the service has in several widths; empty for one on another server. Without `sizes`, a
 * browser takes the width of the screen, which is about right for a picture across the screen of a phone.
 */
export const pictureWidths = (path: string): string =>
  path.startsWith('/') ? [320, 640, 1280].map((width) => `${path}?w=${width} ${width}w`).join() : ''

/** The `sizes` of pictures on cards: the width of a card to swipe. The square pictures of lists cut off the sides of one. */
export const CARD_SIZES = '208px'
