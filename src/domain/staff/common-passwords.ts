let list: Promise<Set<string>> | null = null

/** 49,233 passwords from leaks. Loaded when the first password is chosen: most processes never need the list. */
async function loadList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/**
 * Whether a password is in the list, is made of two entries of it ("password1234") or repeats a few characters. The
 * entries themselves are mostly shorter than our minimum, and joining two of them is the usual way around it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= loadList()
  const common = await list
  const text = password.normalize('NFKC').toLowerCase()
  if (common.has(text) || /^(.{1,4}?)\1+$/su.test(text)) return true
  for (let i = 1; i < text.length; i += 1) {
    if (common.has(text.slice(0, i)) && common.has(text.slice(i))) return true
  }
  return false
}
