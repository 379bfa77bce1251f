import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { contractAsData } from './contract-as-data.ts'

export default defineConfig({
  base: '/console/',
  plugins: [contractAsData(fileURLToPath(new URL('../contract/', import.meta.url)))],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Without this, a screen loads 20 to 45 scripts, most of them smaller than their request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'common', test: /console.src/, minShareCount: 4, maxModuleSize: 4000 }],
        },
      },
    },
  },
})
