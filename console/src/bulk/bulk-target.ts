/** What a bulk action can be about: the selected rows of a list, or all that its filter matches. */
export type BulkTarget = {
  list: 'redemptions' | 'deliveries' | 'vouchers'
  /** The query of the list. */
  filter: Record<string, unknown>
}
