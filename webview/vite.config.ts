import { defineConfig } from 'vite'

export default defineConfig({
  base: '/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    // Webviews of old phones. Syntax is compiled down to them; what they lack of the library is not used.
    target: ['chrome100', 'safari15'],
    // No partner's slug begins with an underscore, so /app/<slug>/ and the assets cannot meet.
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
