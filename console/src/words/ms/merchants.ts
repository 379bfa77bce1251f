import { plural } from '../../time/numbers.ts'
import type * as english from '../merchants.ts'
import type { WordsOf } from '../words-of.ts'

const deactivation = (vouchers: number, claims: number) => {
  if (vouchers === 0) return 'Mulai sekarang, pengguna tidak lagi melihat peniaga ini. Ia tiada baucar aktif.'
  const consequence = plural(vouchers, {
    other: 'Mulai sekarang, pengguna tidak lagi melihat peniaga ini dan # baucar aktifnya.',
  })
  return claims === 0
    ? `${consequence} Tiada tuntutannya dalam mana-mana dompet.`
    : `${consequence} ${plural(claims, { other: '# tuntutan dalam dompet tidak boleh ditebus sehingga peniaga aktif semula.' })}`
}

export const MERCHANT_WORDS: WordsOf<typeof english.MERCHANT_WORDS> = {
  title: 'Peniaga',
  one: 'Peniaga',
  search: 'Cari mengikut nama atau slug',
  category: 'Kategori',
  timezone: 'Zon masa',
  state: 'Status',
  since: 'Sejak',
  active: 'Aktif',
  inactive: 'Tidak aktif',
  none: 'Belum ada peniaga.',
  create: 'Peniaga baharu',
  createTitle: 'Peniaga baharu',
  createAction: 'Cipta peniaga',
  created: (name) => `“${name}” telah dicipta.`,
  saved: (name) => `“${name}” telah disimpan.`,
  deactivateTitle: (name) => `Nyahaktifkan ${name}?`,
  deactivate: 'Nyahaktifkan',
  deactivateConsequence: deactivation,
  deactivated: (name) => `“${name}” telah disimpan dan kini tidak aktif.`,
  reactivated: (name) => `“${name}” aktif semula.`,
  back: '← Peniaga',
  profile: 'Profil',
  vouchers: 'Baucar',
  outlets: 'Cawangan',
  belongings: (name) => `Bahagian ${name}`,
  onlyAdmin: 'Hanya pentadbir boleh mengubahnya.',
  slugHint: 'Sebahagian daripada alamat dan import. Huruf kecil, digit dan tanda sempang.',
  timezoneHint: 'Had bulanan dan dwimingguan bermula semula pada tengah malam dalam zon ini.',
  isActiveHint: 'Pengguna hanya melihat peniaga yang aktif.',
  isNewHint: 'Menunjukkan lencana “baharu” kepada pengguna.',
  logoHint: 'Gambar segi empat sama. PNG, JPEG atau WebP, paling banyak 5 MiB.',
  bannerHint: 'Lebar lima, tinggi dua: 1200 × 480 piksel paling sesuai.',
  noTopVoucher: 'Peniaga ini tiada baucar yang diterbitkan.',
  topVoucherHint: 'Baucar pada kad peniaga. Kosong: baucar aktif terbaharu.',
  noSubCategories: 'Kategori ini tiada subkategori.',
}

export const MERCHANT_LABELS: WordsOf<typeof english.MERCHANT_LABELS> = {
  name: 'Nama',
  slug: 'Slug',
  category: 'Kategori',
  subCategoryIds: 'Subkategori',
  logoPath: 'Logo',
  bannerPath: 'Sepanduk',
  description: 'Penerangan',
  isNew: 'Baharu',
  isActive: 'Aktif',
  timezone: 'Zon masa',
  topVoucherId: 'Baucar utama',
  translations: 'Terjemahan',
}
