import { WRITABLE_FIELDS, type Writable } from '@counterfoil/contract/capabilities.ts'
import type { Role } from '@counterfoil/contract/define-route.ts'
import type * as english from '../capabilities.ts'
import type { WordsOf } from '../words-of.ts'
import { ROLE_WORDS } from './roles.ts'

export const CAPABILITY_WORDS: WordsOf<typeof english.CAPABILITY_WORDS> = {
  readPartners: 'Baca rakan kongsi',
  createPartners: 'Cipta rakan kongsi, ubah skopnya',
  changePartners: 'Ubah rakan kongsi, tukar rahsianya',
  checkIntegration: 'Kesihatan integrasi, semakan token dan kunci, cawangan rakan kongsi',
  readSandbox: 'Baca kotak pasir',
  useSandbox: 'Cipta kembar ujian, gerakkan jamnya, set semula',
  readRequests: 'Baca permintaan gagal dan pelancaran',
  announceDeployments: 'Umumkan pelancaran',
  readDeliveries: 'Baca penghantaran',
  retryDeliveries: 'Cuba semula satu penghantaran',
  deliverNow: 'Hantar semua penghantaran yang belum sampai sekarang',
  testAndReplayWebhooks: 'Uji, sambung semula dan ulang webhook',
  readUsers: 'Baca pengguna, garis masanya dan apa yang boleh ditebus',
  exportUsers: 'Eksport pengguna',
  readRedemptions: 'Baca penebusan, penolakan dan tuntutan, juga sebagai CSV',
  voidAndReview: 'Batalkan dan semak penebusan',
  actInBulk: 'Buat secara pukal apa yang boleh dibuat satu demi satu',
  readBulk: 'Baca kerja pukal sendiri; pentadbir, semua kerja',
  readNotes: 'Baca catatan; peniaga, catatan orang sendiri tentang peniaganya sendiri',
  writeNotes: 'Tambah dan alih keluar catatan',
  readSavedFilters: 'Guna penapis senarai yang disimpan',
  saveFilters: 'Simpan penapis senarai, kongsikannya',
  search: 'Cari rekod',
  readCategories: 'Baca kategori',
  changeCategories: 'Ubah kategori',
  readCatalog: 'Baca peniaga, cawangan, baucar, kod dan peranti',
  changeCatalog: 'Ubah peniaga, cawangan, baucar, kod dan peranti',
  createMerchants: 'Cipta peniaga, tentukan peniaga pilihan',
  readFeatured: 'Baca peniaga pilihan, semak penyahaktifan',
  readStats: 'Baca angka',
  readStatements: 'Baca penyata',
  closeStatements: 'Tutup bulan, ubah kepala surat',
  readApprovals: 'Baca permintaan kelulusan',
  decideApprovals: 'Luluskan dan tolak permintaan orang sendiri; pentadbir, semua permintaan',
  changeApprovals: 'Hidupkan dan matikan kelulusan',
  readAlerts: 'Baca amaran dan destinasinya',
  readBadges: 'Lihat dalam menu berapa banyak yang menunggu',
  sendAlerts: 'Pilih destinasi amaran, dan uji',
  readHistory: 'Baca sejarah rekod',
  readAudit: 'Baca log audit',
  readStaff: 'Baca kakitangan, kunci dan tetapan log masuk',
  changeStaff: 'Ubah kakitangan, kunci dan tetapan log masuk',
  readMaintenance: 'Lihat sama ada penyelenggaraan dihidupkan',
  changeMaintenance: 'Hidupkan dan matikan penyelenggaraan',
}

export const ROLE_MATRIX_WORDS: WordsOf<typeof english.ROLE_MATRIX_WORDS> = {
  title: 'Apa yang boleh dibuat oleh setiap peranan',
  intro:
    'Peniaga melihat rekod peniaganya sendiri, rakan kongsi melihat rekod rakan kongsinya sendiri. Semua peranan lain melihat segala yang boleh dibacanya.',
  may: 'Boleh',
  yes: 'ya',
  no: '–',
  writesTitle: 'Medan yang tidak boleh ditulis oleh peranan',
  hiddenTitle: 'Medan yang tidak dilihat oleh peranan',
  hidden: (role, fields) => `${role}: ${fields}`,
}

const RECORD_WORDS: Record<string, string> = {
  updatePartner: 'rakan kongsi',
  updateMerchant: 'peniaga',
  createVoucher: 'baucar baharu',
  updateVoucher: 'baucar',
}

export const fieldLimits: typeof english.fieldLimits = () =>
  Object.entries(WRITABLE_FIELDS).flatMap(([route, roles]) =>
    (Object.entries(roles) as [Role, Writable][]).map(([role, writable]) => {
      const record = RECORD_WORDS[route] ?? route
      return 'only' in writable
        ? `${ROLE_WORDS[role]}, pada ${record}: hanya ${writable.only.join(', ')}`
        : `${ROLE_WORDS[role]}, pada ${record}: semua kecuali ${writable.allExcept.join(', ')}`
    }),
  )
