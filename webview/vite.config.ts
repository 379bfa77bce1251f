import { readdir } from 'node:fs/promises'
import { defineConfig, type HtmlTagDescriptor, minify, type Plugin, type Rolldown } from 'vite'

export default defineConfig({
  base: '/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [preloadStart(), embedLoadFailure()],
  build: {
    // Webviews of old phones. Syntax is compiled for them. APIs that they lack are not used.
    target: ['chrome100', 'safari15'],
    // Partner slugs never start with an underscore, so assets cannot collide with /app/<slug>/.
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'index.html', start: 'src/start.tsx', sw: 'src/service-worker/service-worker.ts' },
      output: {
        // The browser asks for the worker by its address, so that one has no hash.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : '_assets/[name]-[hash].js'),
        codeSplitting: {
          // One file each, with all its imports: chunks that import chunks would load one after another.
          groups: [
            { name: 'main', test: /src[\\/]main\.tsx$/, priority: 2 },
            { name: 'start', test: /src[\\/]start\.tsx$/, priority: 1 },
            // What several screens need. In files of their own, these parts would take longer to request than to load.
            { name: 'parts', test: /src[\\/](?!redeem[\\/](?!kept))/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/** The screens that links lead to, by the first part of their address. */
const LINKED_SCREENS = { wallet: 'wallet-screen', vouchers: 'voucher-screen', merchants: 'merchant-screen' }

/**
 * main.tsx runs start.tsx. The page names both in its head, so that they load in parallel, and the files of linked screens,
 * which main.tsx requests if it is opened with such a link.
 */
function preloadStart(): Plugin {
  const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true },
    injectTo: 'head',
  })
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
        const [script, main] = html.match(/\s*<script async.* src="(.*)"><\/script>/) ?? []
        if (start?.type !== 'chunk' || !script || !main) throw new Error('no main.tsx or start.tsx to fetch')
        return {
          // `async`, so that it does not wait for the styles, and last, so that everything it looks up precedes it.
          html: html.replace(script, '').replace(/\s*<\/body>/, `${script}$&`),
          tags: [
            link({ rel: 'modulepreload', href: main }),
            link({
              rel: 'preload',
              as: 'fetch',
              href: `/app/${start.fileName}`,
              ...linkedFiles(bundle, start),
            }),
            ...[...(start.viteMetadata?.importedCss ?? [])].map((file) =>
              link({ rel: 'stylesheet', href: `/app/${file}` }),
            ),
          ],
        }
      },
    },
  }
}

function linkedFiles(bundle: Rolldown.OutputBundle, start: Rolldown.OutputChunk): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (chunk: Rolldown.OutputChunk | undefined): string[] => {
    if (!chunk) throw new Error(`no chunk for one of ${Object.values(LINKED_SCREENS)}`)
    const imported = chunk.imports.filter((file) => file !== start.fileName)
    return [
      chunk.fileName,
      ...(chunk.viteMetadata?.importedCss ?? []),
      ...imported.flatMap((file) => filesOf(chunks.find(({ fileName }) => fileName === file))),
    ]
  }
  const attributes = Object.entries(LINKED_SCREENS).map(([kind, name]) => {
    const files = new Set(filesOf(chunks.find((chunk) => chunk.name === name)))
    return [`data-${kind}`, [...files].join(' ')]
  })
  return Object.fromEntries(attributes)
}

/** The notices that the page shows if a script fails to load, one per language, and the script that shows them. */
function embedLoadFailure(): Plugin {
  const folder = new URL('src/language/translations/', import.meta.url)
  const noticeIn = async (file: string): Promise<HtmlTagDescriptor> => {
    const { words } = await import(new URL(file, folder).href)
    const { direction, failures, retry } = words({})
    const { title, text } = failures.unreachable
    const [lang] = file.split('.')
    const content = `<div role="alert"><h1>${title}</h1><p>${text}</p></div><button class="button">${retry}</button>`
    const notice = `<main class="notice" lang="${lang}" dir="${direction}">${content}</main>`
    return { tag: 'template', children: notice, injectTo: 'body' }
  }
  const script = async () => {
    const { installLoadFailure } = await import(new URL('../../load-failure.ts', folder).href)
    return (await minify('load-failure.js', `(${installLoadFailure})()`)).code.trim()
  }
  return {
    name: 'embed-load-failure',
    transformIndexHtml: async () => [
      ...(await Promise.all((await readdir(folder)).sort().map(noticeIn))),
      { tag: 'script', children: await script(), injectTo: 'body' },
    ],
  }
}
