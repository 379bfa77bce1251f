import { readdir } from 'node:fs/promises'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

export default defineConfig({
  base: '/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [fetchStartAtOnce(), wordsWithoutStart()],
  build: {
    // Webviews of old phones. Syntax is compiled down to them; what they lack of the library is not used.
    target: ['chrome100', 'safari15'],
    // No partner's slug begins with an underscore, so /app/<slug>/ and the assets cannot meet.
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'index.html', start: 'src/start.tsx' },
      output: {
        codeSplitting: {
          // Each with all that it needs, in one file: of more than a handful, one waits for another to arrive.
          groups: [
            { name: 'main', test: /src[\\/]main\.tsx$/, priority: 2 },
            { name: 'start', test: /src[\\/]start\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})

/** main.tsx runs start.tsx when it is there; the page names both at its head, so that they are fetched together. */
function fetchStartAtOnce(): Plugin {
  const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true },
    injectTo: 'head',
  })
  return {
    name: 'fetch-start-at-once',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
        const [script, main] = html.match(/\s*<script async.* src="(.*)"><\/script>/) ?? []
        if (start?.type !== 'chunk' || !script || !main) throw new Error('no main.tsx or start.tsx to fetch')
        return {
          // It is `async`, else it would wait for the styles, and at the end, where all that it looks for is before it.
          html: html.replace(script, '').replace(/\s*<\/body>/, `${script}$&`),
          tags: [
            link({ rel: 'modulepreload', href: main }),
            link({ rel: 'preload', as: 'fetch', href: `/app/${start.fileName}` }),
            ...[...(start.viteMetadata?.importedCss ?? [])].map((file) =>
              link({ rel: 'stylesheet', href: `/app/${file}` }),
            ),
          ],
        }
      },
    },
  }
}

/** Should start.tsx not come, main.tsx has this to say in each language. */
function wordsWithoutStart(): Plugin {
  const folder = new URL('src/languages/', import.meta.url)
  const told = async (file: string): Promise<HtmlTagDescriptor> => {
    const { words } = await import(new URL(file, folder).href)
    const { direction, failures, retry } = words({})
    const { title, text } = failures.unreachable
    const [lang] = file.split('.')
    const says = `<div role="alert"><h1>${title}</h1><p>${text}</p></div><button class="button">${retry}</button>`
    const notice = `<main class="notice" lang="${lang}" dir="${direction}">${says}</main>`
    return { tag: 'template', children: notice, injectTo: 'body' }
  }
  return {
    name: 'words-without-start',
    transformIndexHtml: async () => Promise.all((await readdir(folder)).sort().map(told)),
  }
}
