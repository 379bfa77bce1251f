import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One chunk: a console is opened for a day's work, and Mantine is used on its first screen already.
    chunkSizeWarningLimit: 1000,
  },
})
