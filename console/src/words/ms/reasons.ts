import type { ReasonWords } from '@counterfoil/contract/words/reason.ts'
import { ISSUE_WORDS } from './issues.ts'

export const REASON_WORDS: ReasonWords = {
  validation_failed: 'Permintaan tidak sepadan dengan skema. Lihat issues.',
  not_found: 'Laluan atau objek tidak wujud, atau pemanggil tiada akses kepadanya.',
  request_timeout: 'Permintaan tidak tiba sepenuhnya tepat pada masanya.',
  payload_too_large: 'Isi permintaan terlalu besar untuk laluan ini.',
  uri_too_long: 'Satu segmen laluan lebih panjang daripada mana-mana id yang sah.',
  unsupported_media_type: 'Laluan ini tidak menerima jenis kandungan ini.',
  headers_too_large: 'Baris permintaan dan pengepala terlalu besar.',
  internal_error: 'Sesuatu tidak kena di pihak kami. Nyatakan x-request-id apabila anda menghubungi kami.',
  unavailable: 'Perkhidmatan tidak tersedia buat sementara waktu. Cuba lagi selepas retry-after saat.',
  maintenance:
    'Penyelenggaraan sedang berjalan: tiada apa-apa ditulis. Bacaan dan ulang main berfungsi. Cuba lagi selepas retry-after saat (juga dalam retryAfterSeconds).',
  invalid_signature: 'Pengepala tandatangan tiada, rosak atau salah.',
  signature_expired: 'Masa tandatangan berbeza lebih daripada 300 saat daripada jam kami.',
  partner_disabled: 'Rakan kongsi dinyahdayakan.',
  user_not_found: 'Pengguna tidak wujud atau telah dijadikan tanpa nama.',
  upsert_failed: 'Pengguna tidak dapat disimpan kerana perubahan serentak. Selamat untuk dicuba lagi.',
  live_mode: 'Hanya rakan kongsi ujian boleh melakukan ini. Gunakan rahsia kembar ujian anda.',
  clock_backwards:
    'Jam tidak boleh berundur sebelum rekod terbaharu kotak pasir. Tetapkan semula kotak pasir dahulu.',
  missing_token: 'Pengepala Authorization tiada atau tidak mengandungi token bearer.',
  invalid_token: 'Token rosak, tidak dapat disahkan atau kekurangan medan yang diperlukan.',
  token_expired: 'Token telah tamat tempoh.',
  keys_unavailable: 'Kunci awam rakan kongsi tidak dapat diambil, dan tiada kunci dalam cache.',
  merchant_not_found: 'Peniaga tidak wujud.',
  merchant_inactive: 'Peniaga tidak aktif.',
  merchant_out_of_scope: 'Peniaga berada di luar skop rakan kongsi.',
  voucher_not_found: 'Baucar tidak wujud atau tidak pernah diterbitkan.',
  voucher_out_of_scope: 'Baucar berada di luar skop rakan kongsi.',
  voucher_not_claimable: 'Hanya baucar dengan claimFlow WALLET boleh dituntut.',
  rate_limited:
    'Terlalu banyak percubaan, atau terlalu banyak permintaan serentak. Cuba lagi selepas retry-after saat (juga dalam retryAfterSeconds). Jika limit ialah "partner", rakan kongsi telah mencapai had permintaan seminit.',
  idempotency_key_reused: 'Idempotency-Key ini sudah digunakan dengan isi yang berbeza.',
  outlet_not_found: 'Cawangan tidak wujud.',
  voucher_inactive: 'Baucar dinyahterbit, atau peniaganya tidak aktif.',
  voucher_not_yet_valid: 'Baucar belum sah.',
  voucher_expired: 'Baucar telah tamat tempoh.',
  voucher_not_valid_at_outlet: 'Baucar tidak boleh ditebus di cawangan ini.',
  outlet_inactive: 'Cawangan tidak aktif.',
  outlet_pin_not_set: 'Cawangan belum mempunyai PIN, atau hanya menerima kod.',
  invalid_pin: 'PIN salah.',
  too_far: 'Pengguna lebih jauh dari cawangan daripada yang dibenarkan.',
  not_a_favorite: 'Baucar ini hanya untuk pengguna yang telah menambah peniaga sebagai kegemaran.',
  no_claim: 'Pengguna perlu menuntut baucar ini dahulu.',
  voucher_not_yet_applicable: 'Tempoh penebusan belum bermula.',
  voucher_no_longer_applicable: 'Tempoh penebusan telah berakhir.',
  limit_reached: 'Pengguna telah mencapai had untuk kitaran ini.',
  global_cap_reached: 'Baucar telah mencapai had keseluruhan untuk kitaran ini.',
  codes_exhausted: 'Tiada kod yang tinggal dalam kumpulan baucar.',
  code_generation_failed: 'Tiada kod yang belum digunakan dapat dijana.',
  qr_not_enabled: 'Cawangan tidak menerima kod: baucar ditebus dengan PIN di sana.',
  code_not_found: 'Tiada kod sedemikian yang terbuka di cawangan ini.',
  code_of_another_outlet: 'Kod ini untuk cawangan lain peniaga tersebut.',
  code_expired: 'Kod lebih lama daripada 60 saat, atau telah diganti dengan kod yang lebih baharu.',
  code_used: 'Baucar sudah ditebus dengan kod ini, atau dengan PIN.',
  code_held: 'Peranti lain telah membaca kod itu dan mempunyai 60 saat untuk mengesahkannya.',
  confirmation_refused: 'Peranti cawangan mengesahkan kod, dan penebusan ditolak: lihat refusal.',

  'rate_limited:partner': {
    other: 'Rakan kongsi telah mencapai had permintaannya. Permintaan seterusnya dibenarkan selepas # saat.',
  },
  'rate_limited:user': {
    other: 'Terlalu banyak percubaan. Percubaan seterusnya dibenarkan selepas # saat.',
  },
  'too_far:measured': 'Peranti berada {distanceMeters} m dari cawangan. Maksimum ialah {maxMeters} m.',
  'voucher_not_yet_applicable:from': 'Tempoh penebusan bermula pada {applicableFrom}.',
  'voucher_no_longer_applicable:until': 'Tempoh penebusan berakhir pada {applicableUntil}.',
  'limit_reached:used': 'Pengguna telah menggunakan {used} daripada {limit} penebusan.',
  'limit_reached:cycle':
    'Pengguna telah menggunakan {used} daripada {limit} penebusan dalam kitaran {cycleKey}.',
  'global_cap_reached:used': 'Semua pengguna bersama-sama telah menggunakan {used} daripada {cap} penebusan.',
  'global_cap_reached:cycle':
    'Semua pengguna bersama-sama telah menggunakan {used} daripada {cap} penebusan dalam kitaran {cycleKey}.',
  'invalid_pin:times': { other: 'PIN: salah, # kali dalam 24 jam oleh pengguna ini di cawangan ini' },

  'timeline.claim': 'Menuntut baucar.',
  'timeline.favorite': 'Menambah peniaga sebagai kegemaran.',
  'timeline.redemption': 'Ditebus di {place}.',
  'timeline.redemption:flagged': 'Ditebus di {place}, ditandai untuk semakan.',
  'timeline.void': 'Penebusan di {place} dibatalkan: {reason}',
  'timeline.refusal': 'Ditolak di {place}:',
  'timeline.refusal:unknown': 'Ditolak di cawangan yang tidak diketahui:',
  'timeline.delivery.PENDING': 'Webhook menunggu cubaan seterusnya.',
  'timeline.delivery.DELIVERED': 'Webhook telah dihantar.',
  'timeline.delivery.FAILED': 'Webhook gagal; tiada lagi cubaan.',

  'request.invalid': 'Permintaan: {issues}',
  'request.unknownFields': 'Medan yang tidak dikenali diabaikan: {fields}',
  'route.preflight':
    'Laluan: halaman dalam pelayar tidak boleh memanggil /integrations, kerana ia memerlukan rahsia anda: panggil daripada pelayan anda',
  'route.method': 'Laluan: {path} menerima {methods}, bukan {method}',
  'route.unknown': 'Laluan: tiada laluan sedemikian',
  'route.unknown:prefixed': 'Laluan: tiada laluan sedemikian: laluan kami tiada awalan dan tiada versi',
  'route.nearest': 'Yang paling hampir ialah {method} {path}',

  'signature.noSlug': 'Tandatangan: pengepala x-partner-slug tiada',
  'signature.unknownSlug': 'Tandatangan: tiada rakan kongsi dengan slug ini',
  'signature.missing': 'Tandatangan: pengepala x-signature tiada',
  'signature.tooLong':
    'Tandatangan: pengepala x-signature tidak dapat dibaca: ia melebihi {maxLength} aksara',
  'signature.noTime': 'Tandatangan: pengepala x-signature tidak dapat dibaca: tiada t',
  'signature.manyTimes': 'Tandatangan: pengepala x-signature tidak dapat dibaca: ada lebih daripada satu t',
  'signature.milliseconds':
    'Tandatangan: pengepala x-signature tidak dapat dibaca: t kelihatan seperti milisaat, saat dijangka',
  'signature.notSeconds':
    'Tandatangan: pengepala x-signature tidak dapat dibaca: t bukan bilangan saat penuh',
  'signature.noV1': 'Tandatangan: pengepala x-signature tidak dapat dibaca: tiada v1',
  'signature.upperCase':
    'Tandatangan: pengepala x-signature tidak dapat dibaca: v1 dalam huruf besar, huruf kecil dijangka',
  'signature.notHex': 'Tandatangan: pengepala x-signature tidak dapat dibaca: v1 bukan 64 digit heksadesimal',
  'signature.body': 'Tandatangan: laluan ini tidak menerima isi, tetapi permintaan mempunyai isi',
  'signature.old': 'Tandatangan: t berusia {seconds} s, maksimum ialah {maxSeconds} s',
  'signature.ahead': 'Tandatangan: t {seconds} s mendahului jam kami, maksimum ialah {maxSeconds} s',
  'signature.wrong': {
    other: 'Tandatangan: t berusia {seconds} s, isi {bytes} bait, tiada satu pun daripada # rahsia sepadan',
  },
  'signature.wrong:ahead': {
    other:
      'Tandatangan: t {seconds} s mendahului jam kami, isi {bytes} bait, tiada satu pun daripada # rahsia sepadan',
  },
  'signature.noV2':
    'Tandatangan: t berusia {seconds} s, isi {bytes} bait, v1 sepadan, v2 tiada, sedangkan rakan kongsi ini mesti menghantarnya',
  'signature.noV2:ahead':
    'Tandatangan: t {seconds} s mendahului jam kami, isi {bytes} bait, v1 sepadan, v2 tiada, sedangkan rakan kongsi ini mesti menghantarnya',
  'signature.wrongV2':
    'Tandatangan: t berusia {seconds} s, isi {bytes} bait, v1 sepadan, v2 tidak: ia dibuat untuk kaedah, laluan atau pertanyaan lain',
  'signature.wrongV2:ahead':
    'Tandatangan: t {seconds} s mendahului jam kami, isi {bytes} bait, v1 sepadan, v2 tidak: ia dibuat untuk kaedah, laluan atau pertanyaan lain',
  'signature.serialized': 'Tandatangan atas JSON yang disiri semula akan sepadan',
  'signature.trimmed': 'Tandatangan atas isi yang dipangkas akan sepadan',
  'signature.empty': 'Tandatangan atas isi kosong akan sepadan',
  'signature.bodyAlone': 'Tandatangan atas isi sahaja akan sepadan: t dan satu titik mendahului isi',
  'signature.decoded':
    'Tandatangan dengan rahsia yang dinyahkod base64 akan sepadan: kuncinya ialah rahsia sebagai teks',

  'keys.unreachable': 'Kunci: tidak dapat diambil: {error}',
  'webhooks.GONE': 'Webhook: dijeda, kerana titik akhir menjawab 410 Gone',
  'webhooks.EXHAUSTED': 'Webhook: dijeda, kerana titik akhir telah gagal selama 5 hari',
  'webhooks.failing': { other: 'Webhook: # cubaan terakhir gagal dengan status {status}' },
  'webhooks.silent': { other: 'Webhook: # cubaan terakhir gagal tanpa jawapan' },
  'remedy.keys_unavailable': 'Pulihkan URL JWKS anda. Ia mesti menjawab dalam 3 saat melalui https.',
  'remedy.invalid_token':
    'Semak iss, sub, exp (dalam saat, bukan milisaat), aud jika anda mendaftarkannya, dan bahawa kunci bagi kid itu diterbitkan.',
  'remedy.invalid_signature':
    'Tandatangani tepat bait yang anda hantar, dengan rahsia semasa. GET dan DELETE tiada isi. Jika v2 diwajibkan, hantarkannya.',
  'remedy.signature_expired': 'Betulkan jam pelayan anda (NTP), dan tandatangani setiap cubaan semula.',
  'remedy.unknownFields':
    'Semak nama dalam rujukan API: medan dan parameter yang tidak dikenali oleh laluan diabaikan.',
  'remedy.resume': 'Baiki titik akhir, kemudian sambung semula webhook.',
  'remedy.webhooks': {
    other:
      'Pastikan titik akhir menjawab 2xx dalam 15 saat. # peristiwa yang belum dihantar akan dihantar semula dengan sendirinya.',
  },

  'token.length': 'Token mempunyai {length} aksara. Maksimum ialah {maxLength}.',
  'token.parts':
    'JWT yang ditandatangani mempunyai tiga bahagian dengan titik di antaranya. Teks ini mempunyai {parts}.',
  'token.characters': 'Token mempunyai aksara yang bukan base64url.',
  'token.header': 'Pengepala bukan objek JSON dalam base64url.',
  'token.payload': 'Medan token bukan objek JSON dalam base64url.',
  'token.refusedHeader': 'Pengepala {header} tidak diterima.',
  'token.algorithm': 'Algoritma ialah {value}. Diterima: {algorithms}.',
  'token.unsigned': 'Token tiada tandatangan.',
  'token.kid': 'Pengepala kid bukan teks.',
  'token.notText': 'Medan iss ialah {value}. Ia mesti teks.',
  'token.unknownIssuer': 'Tiada rakan kongsi dengan pengeluar {value}.',
  'token.issuer': 'Medan iss ialah {value}, pengeluar rakan kongsi ialah {expected}.',
  'token.noSubject': 'Medan sub ialah {value}. Ia mesti id luaran pengguna.',
  'token.subject': 'Medan sub terlalu panjang, atau teks yang tidak dapat disimpan.',
  'token.notATime': 'Medan {claim} ialah {value}. Ia mesti bilangan saat sejak 1970.',
  'token.audience': 'Medan aud ialah {value}, {expected} dijangka.',
  'token.noIssueTime': 'Medan iat tiada. Rakan kongsi mempunyai jangka hayat maksimum.',
  'token.lifetime': 'Token hidup selama {seconds} saat. Maksimum ialah {maxSeconds}.',
  'token.early': 'Token sah mulai {start} (iat, nbf). Jam kami menunjukkan {now}.',
  'token.milliseconds':
    'Medan exp ialah {value}, lebih sepuluh tahun ke hadapan. Ia kelihatan seperti milisaat, saat dijangka.',
  'token.expired': 'Token tamat tempoh pada {end}. Jam kami menunjukkan {now}.',
  'token.keyNotFetched': 'Kunci rakan kongsi tidak dapat diambil, dan tiada kunci terkini dalam cache.',
  'token.unknownKey': 'Kid {kid} tiada dalam JWKS yang diambil {seconds} s yang lalu (kid: {kids}).',
  'token.wrongKey':
    'Tiada kunci rakan kongsi yang mengesahkan tandatangan. Token menamakan kid {kid} dan menggunakan {algorithm}. Kunci: {kids}.',
  'token.wrongKey:unnamed':
    'Tiada kunci rakan kongsi yang mengesahkan tandatangan. Token tidak menamakan kid dan menggunakan {algorithm}. Kunci: {kids}.',
  'token.disabled': 'Rakan kongsi dinyahdayakan.',
  'token.notChecked': 'Tidak diperiksa, kerana pemeriksaan terdahulu gagal.',
  'token.passed.format': 'Token ialah JWT yang ditandatangani dengan algoritma yang diterima.',
  'token.passed.issuer': 'Medan iss ialah pengeluar rakan kongsi.',
  'token.passed.subject': 'Medan sub boleh digunakan sebagai id luaran pengguna.',
  'token.passed.times': 'Medan exp, iat dan nbf ialah nombor atau, kecuali exp, tiada.',
  'token.passed.audience': 'Medan aud mengandungi audiens rakan kongsi, atau tiada yang didaftarkan.',
  'token.passed.lifetime': 'Jangka hayat dalam had maksimum rakan kongsi, atau tiada had ditetapkan.',
  'token.passed.signature': 'Satu kunci rakan kongsi mengesahkan tandatangan.',
  'token.passed.notBefore': 'Token sudah sah, dan tamat tempoh dalam sepuluh tahun.',
  'token.passed.expiry': 'Token belum tamat tempoh.',
  'token.passed.partner': 'Rakan kongsi didayakan.',

  ...ISSUE_WORDS,
}
