import { defineConfig } from 'vite'

/** The page of an outlet's device. It shares the colors of the app, and no file of its build. */
export default defineConfig({
  base: '/counter/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    // Old tablets. Syntax is compiled for them. APIs that they lack are not used.
    target: ['chrome100', 'safari15'],
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'counter.html' },
  },
})
