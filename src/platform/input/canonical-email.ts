/**
 * The form in which e-mail addresses are compared, limited and kept unique: composed characters (NFC), ASCII letters in
 * lower case. Other letters keep their case, because programs disagree on it: `İ` becomes one, two or three different
 * texts. The column `staff.canonical_email` computes the same form, so no writer can miss it.
 */
export function canonicalEmail(email: string): string {
  return email.normalize('NFC').replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
