import type { OutletFacts, VoucherFacts } from './decide.ts'
import type { LoadedFacts, OutletRow, VoucherRow } from './facts-queries.ts'

export type VoucherTerms = VoucherFacts & Pick<VoucherRow, 'cycle' | 'timezone'>
export type OutletTerms = OutletFacts & { pinHash: Buffer | null }

/** What the back office has laid down of vouchers and outlets, as of one version of the catalogue. */
export type Terms = {
  version: number
  vouchers: Map<string, VoucherTerms>
  outlets: Map<string, OutletTerms>
}

export function noTerms(): Terms {
  return { version: 0, vouchers: new Map(), outlets: new Map() }
}

/** The terms that hold for `loaded`, which was asked for with `known` at hand. */
export function learn(known: Terms, { version, vouchers, outlets }: LoadedFacts): Terms {
  const terms = version === known.version ? known : { ...noTerms(), version }
  for (const [id, row] of Object.entries(vouchers)) terms.vouchers.set(id, voucherTerms(row))
  for (const [id, row] of Object.entries(outlets)) terms.outlets.set(id, outletTerms(row))
  return terms
}

/** What a node has learnt. The version moves with every change, so whoever finds the same need not read them again. */
export type KeptTerms = {
  /** To ask with. */
  known(): Terms
  learn(known: Terms, loaded: LoadedFacts): Terms
}

/** More than a busy day asks for, and little memory. */
const MOST_KEPT = 20_000

export function keepTerms(most = MOST_KEPT): KeptTerms {
  let kept = noTerms()
  return {
    known: () => (kept.vouchers.size + kept.outlets.size > most ? noTerms() : kept),
    learn(known, loaded) {
      const terms = learn(known, loaded)
      if (terms.version >= kept.version) kept = terms
      return terms
    },
  }
}

function voucherTerms(row: VoucherRow): VoucherTerms {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...row,
    validFrom: date(row.validFrom),
    validUntil: date(row.validUntil),
    applicableFrom: date(row.applicableFrom),
    applicableUntil: date(row.applicableUntil),
  }
}

function outletTerms({ pinHash, latitude, longitude, ...outlet }: OutletRow): OutletTerms {
  return {
    ...outlet,
    hasPin: pinHash !== null,
    pinHash: pinHash === null ? null : Buffer.from(pinHash, 'base64'),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
  }
}
