import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Builds the console in one language. `words/<area>.ts` is English, and the same file in `words/<language>/` takes its
 * place. So a build contains the words of one language only, and no code knows about others.
 */
export function wordsInLanguage(wordsFolder: string, language: string): Plugin {
  const translations = join(wordsFolder, language.toLowerCase())
  return {
    name: 'words-in-language',
    enforce: 'pre',
    config: () => ({ define: { CONSOLE_LANGUAGE: JSON.stringify(language) } }),
    transformIndexHtml: (html) =>
      html.replace(
        '<html lang="en">',
        `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
      ),
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null
      const english = resolve(dirname(importer), source)
      if (dirname(english) !== resolve(wordsFolder)) return null
      const translated = join(translations, english.slice(wordsFolder.length))
      // A translation takes shared parts, such as links, from the English file.
      return translated !== importer && existsSync(translated) ? translated : null
    },
  }
}
