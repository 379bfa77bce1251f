import { defineConfig } from 'vite'

export default defineConfig({
  base: '/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    // No partner's slug begins with an underscore, so /app/<slug>/ and the assets cannot meet.
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
