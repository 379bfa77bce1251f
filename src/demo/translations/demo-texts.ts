/** The texts of the demo data in one language. Names of merchants and outlets stay as they are. */
export type DemoTexts = {
  /** The names of categories, by slug. */
  categories: Record<string, string>
  /** The names of sub-categories, by English name. */
  subCategories: Record<string, string>
  /** The texts of merchants, by slug. Vouchers are in the order of the demo data: title, description and terms. */
  merchants: Record<string, { description: string; vouchers: [string, string, string][] }>
  /** The texts of outlets, by name, if the name or address is not a proper name. */
  outlets: Record<string, { name: string; addressLine: string }>
}
