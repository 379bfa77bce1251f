import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** The page that the console shows beside its forms: the app's own screens, filled by messages instead of requests. */
export default defineConfig({
  base: '/app/_preview/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [withoutRequests()],
  build: {
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'preview.html' },
  },
})

/** Replaces the one module that sends requests. */
function withoutRequests(): Plugin {
  const replacement = fileURLToPath(new URL('src/preview/call.ts', import.meta.url))
  return {
    name: 'without-requests',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/api/call.ts') ? replacement : null),
  }
}
