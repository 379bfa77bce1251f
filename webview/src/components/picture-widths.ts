/**
 * The `srcset` of a picture that the service has in several widths; empty for one on another server. Without `sizes`, a
 * browser takes the width of the screen, which is about right on phones.
 */
export const pictureWidths = (path: string): string =>
  path.startsWith('/') ? [320, 640, 1280].map((width) => `${path}?w=${width} ${width}w`).join() : ''
