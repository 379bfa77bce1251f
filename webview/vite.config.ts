import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

export default defineConfig({
  base: '/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [fetchStartAtOnce()],
  build: {
    // Webviews of old phones. Syntax is compiled down to them; what they lack of the library is not used.
    target: ['chrome100', 'safari15'],
    // No partner's slug begins with an underscore, so /app/<slug>/ and the assets cannot meet.
    assetsDir: '_assets',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
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

/** main.tsx imports start.tsx when it runs; the page names both, so that they are fetched together. */
function fetchStartAtOnce(): Plugin {
  const link = (rel: string, file: string): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `/app/${file}` },
    injectTo: 'head',
  })
  return {
    name: 'fetch-start-at-once',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
        if (start?.type !== 'chunk') return []
        const styles = [...(start.viteMetadata?.importedCss ?? [])]
        return [link('modulepreload', start.fileName), ...styles.map((file) => link('stylesheet', file))]
      },
    },
  }
}
