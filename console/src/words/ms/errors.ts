import { plural } from '../../time/numbers.ts'
import type * as english from '../errors.ts'
import type { WordsOf } from '../words-of.ts'

export const UNKNOWN_ERROR: WordsOf<typeof english.UNKNOWN_ERROR> =
  'Ada masalah pada halaman ini. Muat semula dan cuba lagi.'

export const ERROR_WORDS: WordsOf<typeof english.ERROR_WORDS> = {
  unreachable: 'Kami tidak dapat menghubungi perkhidmatan. Semak sambungan anda dan cuba lagi.',
  unavailable: 'Perkhidmatan sibuk atau pangkalan datanya tidak tersedia. Cuba lagi sebentar lagi.',
  maintenance: 'Penyelenggaraan dihidupkan, jadi tiada apa-apa diubah. Cuba lagi apabila ia tamat.',
  internal_error: 'Ada masalah dalam perkhidmatan. Jika ia berulang, sampaikan id permintaan.',
  unauthorized: 'Sesi anda telah tamat. Log masuk semula.',
  forbidden: 'Peranan anda tidak membenarkannya.',
  not_found: 'Ini tidak wujud, atau anda tiada akses kepadanya.',
  validation_failed: 'Sila betulkan yang berikut.',
  payload_too_large: 'Ini terlalu besar.',
  unsupported_media_type: 'Jenis fail ini tidak diterima.',
  cross_site_request: 'Permintaan datang dari halaman lain. Muat semula halaman ini dan cuba lagi.',
  reauthentication_required: 'Tiada apa-apa diubah: anda tidak mengesahkan identiti anda.',
  no_webhook_url: 'Rakan kongsi ini tiada URL webhook. Tetapkan dahulu.',
  no_next_secret: 'Tiada rahsia seterusnya untuk dinaikkan. Cipta dahulu.',
  invalid_credentials: 'Alamat e-mel atau kata laluan salah.',
  invalid_sign_in_link: 'Pautan ini tidak berfungsi. Mungkin ia telah luput, atau sudah digunakan.',
  invalid_code: 'Kod ini salah, atau sudah digunakan.',
  invalid_sign_in_step: 'Ini mengambil masa lebih 10 minit, atau dimulakan dalam tab lain. Mula semula.',
  passkey_refused:
    'Kunci laluan ini tidak berfungsi di sini: ia telah dialih keluar, atau akaunnya dinyahaktifkan.',
  passkeys_unavailable:
    'Kunci laluan tidak berfungsi pada alamat ini. Buka konsol pada alamatnya sendiri melalui https.',
  single_sign_on_only: 'Organisasi anda hanya menggunakan log masuk tunggal.',
  single_sign_on_off: 'Log masuk tunggal belum disediakan di sini.',
  single_sign_on_refused:
    'Respons perkhidmatan log masuk tunggal anda tidak dapat disahkan, jadi anda tidak dilog masuk. Cuba lagi.',
  issuer_unavailable:
    'Perkhidmatan log masuk tunggal anda tidak dapat dihubungi sekarang. Cuba lagi sebentar lagi.',
  email_not_verified:
    'Perkhidmatan log masuk tunggal anda belum mengesahkan alamat e-mel anda. Sahkan di sana, kemudian cuba lagi.',
  email_not_invited:
    'Tiada sesiapa dengan alamat e-mel anda telah dijemput. Minta jemputan daripada pentadbir. Jika anda mempunyai akaun baharu di perkhidmatan log masuk tunggal anda, minta pentadbir melepaskan akaun lama.',
  email_off: 'Pemasangan ini tidak menghantar e-mel. Minta pautan daripada pentadbir.',
  totp_active: 'Aplikasi pengesah sudah disediakan. Alih keluar dahulu.',
  no_second_factor: 'Tambah aplikasi pengesah atau kunci laluan dahulu.',
  second_factor_required: 'Peranan anda memerlukan faktor kedua. Tambah untuk meneruskan.',
  too_many_sign_ins: 'Terlalu banyak log masuk gagal.',
  password_too_common: 'Kata laluan ini terlalu biasa. Pilih yang lebih sukar diteka.',
  staff_inactive: 'Orang ini dinyahaktifkan. Aktifkan dahulu.',
  slug_taken: 'Rekod lain sudah menggunakan slug ini.',
  issuer_taken: 'Rakan kongsi lain sudah menggunakan pengeluar token ini.',
  email_taken: 'Orang lain sudah menggunakan alamat e-mel ini.',
  sub_category_in_use: 'Peniaga masih menggunakan subkategori yang anda alih keluar.',
  version_conflict: 'Orang lain telah mengubahnya sementara itu.',
  selection_changed: ({ total }) =>
    plural(Number(total), {
      other:
        'Penapis kini sepadan dengan # rekod. Tiada apa-apa dibuat. Semak bilangan baharu dan sahkan semula.',
    }),
  voucher_incomplete: 'Baucar ini belum sedia untuk diterbitkan.',
  rate_limited: 'Terlalu banyak permintaan serentak. Cuba lagi dalam beberapa saat.',
  image_quota_reached: 'Anda telah mencapai had imej anda. Minta pentadbir memuat naik imej seterusnya.',
  image_too_large: 'Imej ini mempunyai terlalu banyak piksel. Kecilkan dan muat naik semula.',
  image_unreadable: 'Fail ini rosak: ia tidak dapat dibaca sebagai imej.',
  own_request: 'Anda sendiri yang memintanya. Orang lain perlu membuat keputusan.',
  approval_decided: 'Seseorang sudah membuat keputusan tentang ini, atau ia telah tamat.',
  record_changed: 'Rekod telah berubah sejak permintaan dibuat, jadi ia tidak lagi boleh diluluskan.',
  requester_not_allowed:
    'Orang atau kunci yang memintanya tidak lagi dibenarkan membuat perubahan ini. Tolak permintaan, dan buat perubahan itu sendiri jika ia betul.',
  two_admins_needed: 'Kelulusan memerlukan pentadbir aktif kedua yang pernah log masuk.',
  publication_limit_reached: 'Anda telah menerbitkan terlalu kerap dalam masa sejam.',
  voucher_published:
    'Kod, penuntutan dan penetapan semula had tidak boleh diubah selepas penerbitan pertama.',
  voucher_takes_no_codes: 'Baucar ini tidak menerima kod yang dimuat naik.',
  month_not_over: 'Bulan boleh ditutup satu jam selepas ia berakhir di semua zon waktu.',
  earlier_month_open: 'Bulan yang lebih awal masih terbuka. Tutup bulan itu dahulu.',
  session_needed: 'Kunci API tidak boleh membuat keputusan. Log masuk dengan akaun anda sendiri.',
  clock_backwards:
    'Jam tidak boleh berundur sebelum rekod terbaharu kotak pasir. Set semula kotak pasir dahulu.',
  outlet_inactive: 'Cawangan ini dinyahaktifkan. Aktifkannya dahulu.',
  qr_not_enabled: 'Cawangan ini tidak menerima kod. Ubah cara baucar ditebus di sana dahulu.',
  too_many_devices: 'Cawangan ini mempunyai 20 peranti. Batalkan satu dahulu.',
  user_not_found: 'Pengguna ini tidak wujud atau telah dijadikan tanpa nama.',
}

export const retryWords: typeof english.retryWords = (seconds) => `Cuba lagi dalam ${waitWords(seconds)}.`

export const waitWords: typeof english.waitWords = (seconds) =>
  seconds < 60 ? plural(seconds, { other: '# saat' }) : plural(Math.ceil(seconds / 60), { other: '# minit' })

export const issueWords: typeof english.issueWords = (field, message) =>
  field === '' ? `${message}.` : `${field}: ${message}.`
