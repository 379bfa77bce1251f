let list: Promise<Set<string>> | null = null

/** 49,233 passwords from leaks. Loaded when the first password is chosen: most processes never need the list. */
async function loadList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/** A password must have this many letters and digits, not counting the words below. */
const MIN_OTHER_CHARACTERS = 8
const PRODUCT_WORDS = ['counterfoil', 'voucher', 'console']
/** Shorter words occur in too many good passwords. */
const MIN_WORD_LENGTH = 4

/**
 * Whether a password is in the list, consists of two entries of the list ("password1234"), repeats a few characters, or is
 * little more than the name of the product or the `identity` of its owner (name, e-mail address). Most entries of the list
 * are shorter than our minimum, and joining two of them is the usual way around it.
 */
export async function isCommonPassword(password: string, identity: string[] = []): Promise<boolean> {
  list ??= loadList()
  const common = await list
  const text = password.normalize('NFKC').toLowerCase()
  if (common.has(text) || /^(.{1,4}?)\1+$/su.test(text)) return true
  if (otherCharacters(text, identity) < MIN_OTHER_CHARACTERS) return true
  for (let i = 1; i < text.length; i += 1) {
    if (common.has(text.slice(0, i)) && common.has(text.slice(i))) return true
  }
  return false
}

/** The number of letters and digits without the product's and the owner's words. */
function otherCharacters(text: string, identity: string[]): number {
  const own = identity.flatMap((part) =>
    part
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  const words = [...PRODUCT_WORDS, ...own.filter((word) => word.length >= MIN_WORD_LENGTH)]
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length
}
