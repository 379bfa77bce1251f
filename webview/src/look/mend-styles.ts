/** Styles that did not come with the page are asked for once more. */
export function mendStyles(): void {
  // Until then they may still be on their way.
  if (document.readyState !== 'complete') addEventListener('load', mendStyles)
  else if (!getComputedStyle(document.documentElement).getPropertyValue('--page')) {
    const link = document.querySelector('link[rel=stylesheet]')
    link?.replaceWith(link.cloneNode())
  }
}
