/** Matches language, script, region and variants. Extensions and private use do not describe a text. */
const TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/
const EXTENSION = /-[A-Za-z0-9]-/

/** The tag in its canonical form, or null if it is not a BCP 47 tag. Accepts `zh_CN`, which some systems write. */
export function canonicalTag(text: string): string | null {
  const tag = text.replaceAll('_', '-')
  if (!TAG.test(tag) || EXTENSION.test(tag)) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** The language and its script: zh-SG and zh-CN are zh-Hans, zh-TW is zh-Hant. */
export function languageAndScript(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}
