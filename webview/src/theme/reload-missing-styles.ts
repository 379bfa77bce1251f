/** Requests the stylesheet again if it did not load with the page. */
export function reloadMissingStyles(): void {
  // Before `load` it may still be loading.
  if (document.readyState !== 'complete') addEventListener('load', reloadMissingStyles)
  else if (!getComputedStyle(document.documentElement).getPropertyValue('--page')) {
    const link = document.querySelector('link[rel=stylesheet]')
    link?.replaceWith(link.cloneNode())
  }
}
