import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { readSite, renderPages, searchIndex } from './build/render-site.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  base: '/docs/',
  publicDir: false,
  plugins: [pages()],
  build: {
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { site: 'src/site.ts', theme: 'src/theme.ts', 'try-it': 'src/try-it.ts' },
      output: { entryFileNames: '_assets/[name]-[hash].js' },
    },
  },
})

/** Writes every page once the scripts and styles have their names. */
function pages(): Plugin {
  return {
    name: 'pages',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle)
      const named = (start: string) => {
        const name = names.find((name) => name.startsWith(`_assets/${start}-`) && name.endsWith('.js'))
        if (!name) throw new Error(`no script named ${start}`)
        return name
      }
      const site = readSite(ROOT)
      const index = this.emitFile({ type: 'asset', name: 'search.json', source: searchIndex(site.pages) })
      const assets = {
        ...{ theme: named('theme'), site: named('site'), tryIt: named('try-it') },
        styles: names.filter((name) => name.endsWith('.css')),
        searchIndex: this.getFileName(index),
      }
      for (const { path, content } of renderPages(site, assets)) {
        this.emitFile({ type: 'asset', fileName: path, source: content })
      }
      for (const file of globSync(['docs/images/*.{png,svg,webp}', 'docs/*.json'], { cwd: ROOT })) {
        const fileName = file.replace('docs/', '')
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(ROOT, file)) })
      }
    },
  }
}
