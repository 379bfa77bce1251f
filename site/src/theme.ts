// Runs before the first paint, so that the page does not flash in the other theme.
try {
  const chosen = localStorage.getItem('counterfoil-docs-theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {
  // A browser that blocks storage shows the theme of the system.
}
