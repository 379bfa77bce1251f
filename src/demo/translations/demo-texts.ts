/** The texts of the demo data in one language. Names of merchants and outlets stay as they are. */
export type DemoTexts = {
  /** By slug. */
  categories: Record<string, string>
  /** By English name. */
  subCategories: Record<string, string>
  /** By slug. Vouchers are in the order of the demo data: title, description and terms. */
  merchants: Record<string, { description: string; vouchers: [string, string, string][] }>
  /** By name, for outlets whose name or address is not a proper name. */
  outlets: Record<string, { name: string; addressLine: string }>
}
