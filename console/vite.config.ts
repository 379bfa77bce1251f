import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { contractAsData } from './contract-as-data.ts'
import { wordsInLanguage } from './words-in-language.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `--mode ar` builds the console in Arabic. */
export default defineConfig(({ mode }) => ({
  base: '/console/',
  plugins: [
    contractAsData(folder('../contract/')),
    wordsInLanguage(folder('./src/words/'), mode === 'production' || mode === 'development' ? 'en' : mode),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Without this, a screen loads 20 to 45 scripts, most of them smaller than their request. The words of changes and
    // those of reasons stay apart: few screens need them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /console.src.(?!facts.(?!lazy)|words.(?:[\w-]+.)?(?:fact|issues|reasons))/,
              minShareCount: 4,
              maxModuleSize: 4000,
              priority: 1,
            },
            { name: 'notes', test: /console.src.(?:notes.lazy-notes|words.(?:[\w-]+.)?notes)/ },
          ],
        },
      },
    },
  },
}))
