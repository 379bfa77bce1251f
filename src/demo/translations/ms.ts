import type { DemoTexts } from './demo-texts.ts'

export const MALAY: DemoTexts = {
  categories: {
    F_AND_B: 'Makanan & Minuman',
    GROCERIES: 'Barangan Runcit',
    FASHION: 'Fesyen',
    BEAUTY: 'Kecantikan & Kesejahteraan',
    HEALTH_AND_FITNESS: 'Kesihatan & Kecergasan',
    ENTERTAINMENT: 'Hiburan',
    TRAVEL: 'Perjalanan & Penginapan',
    ELECTRONICS: 'Elektronik',
    SERVICES: 'Rumah & Perkhidmatan',
  },
  subCategories: {
    Coffee: 'Kopi',
    Noodles: 'Mi',
    Desserts: 'Pencuci mulut',
    Bakery: 'Bakeri',
    'Fresh produce': 'Hasil segar',
    Pantry: 'Barangan dapur',
    Organic: 'Organik',
    Clothing: 'Pakaian',
    Shoes: 'Kasut',
    Accessories: 'Aksesori',
    Skincare: 'Penjagaan kulit',
    Hair: 'Rambut',
    Spa: 'Spa',
    Climbing: 'Panjat dinding',
    Yoga: 'Yoga',
    Gym: 'Gim',
    Cinema: 'Pawagam',
    Games: 'Permainan',
    'Live events': 'Acara langsung',
    'City stays': 'Penginapan bandar',
    'Day trips': 'Lawatan sehari',
    Audio: 'Audio',
    Phones: 'Telefon',
    Repairs: 'Pembaikan',
    Cleaning: 'Pembersihan',
    'Bicycle care': 'Penjagaan basikal',
    Laundry: 'Dobi',
  },
  outlets: {
    'Tidy Heron home visits': {
      name: 'Tidy Heron lawatan ke rumah',
      addressLine: 'Di rumah anda, di mana-mana sahaja di Lembah Klang',
    },
  },
  merchants: {
    'sparrow-and-saucer': {
      description:
        'Kedai kopi kejiranan dengan roti bakar arang, telur separuh masak dan biji kopi yang dipanggang sendiri dua kali seminggu.',
      vouchers: [
        [
          'Untuk pelanggan tetap: {b}{r}diskaun 30%{/r}{/b} sebungkus biji kopi',
          'Mana-mana bungkusan 250 g daripada panggangan minggu ini, dikisar atau tidak. Tambah kami ke kegemaran anda untuk membukanya.',
          'Satu bungkus bagi setiap pelanggan. Tidak boleh digabungkan dengan tawaran lain. Sementara stok masih ada.',
        ],
        [
          'Latte ais {b}1 percuma 1{/b}',
          'Bawa rakan: latte ais kedua bersaiz sama kami belanja. Sekali setiap dua minggu.',
          'Saiz biasa dan besar. Susu oat dicaj tambahan. Makan di kedai atau bawa pulang.',
        ],
        [
          'Kopi {b}percuma{/b} dengan mana-mana set roti bakar',
          'Pesan set roti bakar dan dapatkan kopi percuma, panas atau ais. Dua kali sebulan.',
          'Makan di kedai sahaja. Satu bagi setiap lawatan. Saiz biasa sahaja. Tidak boleh digabungkan dengan tawaran lain.',
        ],
      ],
    },
    'ninth-bowl': {
      description:
        'Mi tarik tangan dalam sup yang direneh semalaman. Lapan mangkuk dalam menu, dan satu mangkuk istimewa setiap hari.',
      vouchers: [
        [
          'Mangkuk lewat malam {s}S$14.90{/s} {r}{b}S$9.90{/b}{/r}',
          'Mangkuk istimewa hari ini untuk kaki berjaga malam, dari jam 9 malam.',
          'Dari jam 9 malam sehingga habis. Tebus ke dompet sekarang dan gunakan apabila dapur lewat malam kami dibuka.',
        ],
        [
          '{b}Ladu percuma{/b} pada lawatan pertama',
          'Enam biji ladu kukus, daging atau cendawan, dengan mana-mana mangkuk.',
          'Lawatan pertama sahaja. Tunjukkan kod semasa membayar. Bilangan kod terhad.',
        ],
        [
          '{b}{r}Potongan S$5{/r}{/b} untuk mana-mana dua mangkuk',
          'Makan bersama dan jimat, sehingga empat kali sebulan.',
          'Dua mangkuk atau lebih dalam satu bil. Makan di kedai sahaja. Tidak sah pada cuti umum.',
        ],
      ],
    },
    'pandan-cloud': {
      description:
        'Kek sifon, kaya dan aiskrim lembut, semuanya berperisa pandan. Dibakar sedikit demi sedikit setiap pagi.',
      vouchers: [
        [
          '{b}Beli satu, percuma satu{/b} aiskrim lembut pandan',
          'Dua kon dengan harga satu: pandan, kelapa atau campuran kedua-duanya.',
          'Kon percuma bersaiz sama atau lebih kecil. Dua kali setiap dua minggu. Topping dicaj tambahan.',
        ],
        [
          'Sepotong kek {s}RM 18{/s} {r}{b}RM 9{/b}{/r}',
          'Separuh harga sempena pembukaan kami: mana-mana potongan di kaunter.',
          'Satu potong bagi setiap pelanggan. 200 pelanggan pertama sahaja.',
        ],
      ],
    },
    'basil-and-barrow': {
      description:
        'Sayur dan buah segar dari tanah tinggi, dipetik sebelum matahari terbit dan ada di kedai menjelang jam 9 pagi.',
      vouchers: [
        [
          '{r}{b}Diskaun 20%{/b}{/r} buah-buahan sebelum jam 11 pagi',
          'Beli-belah awal dan jimat untuk semua buah.',
          'Setiap hari sehingga jam 11 pagi. Sehingga tiga kali setiap dua minggu. Tidak termasuk beri import.',
        ],
        [
          '{b}Potongan RM 12{/b} untuk belian RM 80',
          'Jimat untuk belanja mingguan anda. Tunjukkan kod di kaunter bayaran.',
          'Sekali sebulan. Satu kod bagi setiap pembelian. Tidak sah untuk kad hadiah. Tiada nilai tunai.',
        ],
      ],
    },
    'loom-and-lantern': {
      description:
        'Batik lukisan tangan dalam potongan moden. Setiap helai ditandatangani oleh seniman yang menghasilkannya.',
      vouchers: [
        [
          'Pratonton musim: {b}potongan RM 50{/b} untuk beg tote baharu',
          'Koleksi baharu tiba dalam dua minggu. Tebus baucar ini sekarang untuk menjadi antara yang pertama.',
          'Sah selama sebulan dari pelancaran. Satu beg tote bagi setiap pelanggan.',
        ],
        [
          '{b}{r}Diskaun 25%{/r}{/b} batik lukisan tangan',
          'Baju, sarung dan selendang dari studio di atas kedai pertama kami.',
          'Kedai Chinatown sahaja. Satu helai bagi setiap pelanggan. Tempahan khas tidak termasuk.',
        ],
      ],
    },
    'otter-and-lace': {
      description:
        'Kasut sukan untuk berjalan di bandar. Kami menukar tapak dan tali selagi anda memakainya.',
      vouchers: [
        [
          'Cucian dan tali kasut baharu {b}percuma{/b}',
          'Kami membersihkan kasut anda dan menukar talinya dalam sepuluh minit, sementara anda melihat-lihat.',
          'Sekali setiap dua minggu. Kanvas dan kulit. Suede dengan temu janji.',
        ],
        [
          'Pasangan kedua {s}harga penuh{/s} {r}{b}separuh harga{/b}{/r}',
          'Beli dua pasang dan dapatkan yang lebih murah pada separuh harga.',
          'Kedua-dua pasang dalam satu pembelian. Barangan jualan murah tidak termasuk. Pertukaran dalam 14 hari.',
        ],
      ],
    },
    'bright-fox': {
      description:
        'Fon kepala yang boleh dicuba selama mana anda suka, pembaikan telefon dan nasihat yang jujur.',
      vouchers: [
        [
          'Hari-hari terakhir: {b}tambahan S$25{/b} untuk telefon lama anda',
          'Tukar beli mana-mana telefon yang masih boleh dihidupkan. Kami memadam data anda di hadapan anda.',
          'Satu telefon sebulan. Tambahan kepada nilai tukar beli.',
        ],
        [
          '{b}Potongan S$40{/b} untuk fon kepala melebihi S$200',
          'Mana-mana fon kepala di dinding pendengaran kami. Bawa muzik anda sendiri dan ambil masa anda.',
          'Satu bagi setiap pelanggan. Tunjukkan kod di kaunter bayaran. Tidak boleh digabungkan dengan tawaran tukar beli.',
        ],
      ],
    },
    'dewdrop-parlour': {
      description: 'Bilik yang tenang, batu panas dan serum yang dibancuh khas untuk anda.',
      vouchers: [
        [
          'Bawa rakan: {b}dua rawatan muka dengan harga satu{/b}',
          'Rawatan muka untuk dua orang di bilik taman kami. Tambah kami ke kegemaran anda untuk membukanya.',
          'Dengan temu janji. Terhad kepada 50 tempahan. Kedua-dua tetamu mesti datang pada hari yang sama.',
        ],
        [
          '{b}Urutan tangan percuma{/b} dengan mana-mana rawatan muka',
          'Urutan tangan 15 minit dengan minyak dedak padi semasa rawatan muka anda.',
          'Tebus sekarang; tempahan dibuka dalam tiga hari. Sekali sebulan. Sila datang sepuluh minit awal.',
        ],
      ],
    },
    'copper-comb': {
      description: 'Kedai gunting klasik dengan potongan yang teliti, tuala panas dan muzik yang bagus.',
      vouchers: [
        [
          'Cukuran tuala panas {b}percuma{/b}',
          'Cukuran tuala panas percuma dengan setiap potongan rambut harga penuh.',
          'Satu bagi setiap pelanggan. Brickfields dan Jalan TAR sahaja.',
        ],
        [
          'Potongan rambut {s}RM 45{/s} {b}{r}RM 29{/r}{/b} pada hari bekerja',
          'Cuci, potong dan gaya, Isnin hingga Khamis. Tanpa temu janji.',
          'Sekali sebulan. Isnin hingga Khamis. Rapikan janggut dicaj tambahan.',
        ],
      ],
    },
    'gecko-wall': {
      description: 'Gim boulder untuk semua tahap. Laluan baharu setiap Khamis, dan jurulatih setiap malam.',
      vouchers: [
        [
          'Pas harian {b}1 percuma 1{/b}',
          'Panjat bersama rakan: dua pas harian dengan harga satu.',
          'Kedua-dua pemanjat mesti datang bersama. Sekali sebulan. Pagi hari bekerja dan petang Ahad.',
        ],
        [
          '{b}Panjatan pertama percuma{/b}, termasuk kasut',
          'Sejam di dinding bersama jurulatih, khas untuk orang baharu.',
          'Pemanjat baharu sahaja, umur 12 tahun ke atas. 300 pemanjat pertama. Sila bawa stoking.',
        ],
      ],
    },
    'still-lotus': {
      description:
        'Studio yoga kecil di atas kedai buku. Kelas sehingga dua belas orang, dengan teh selepasnya.',
      vouchers: [
        [
          'Nikmati {b}teh{/b} selepas kelas',
          'Sepoci teh bermusim selepas kelas anda. Tambah kami ke kegemaran anda untuk membukanya.',
          'Selepas mana-mana kelas. Dua kali setiap dua minggu.',
        ],
        [
          '{b}Dua kelas{/b} dengan harga satu',
          'Cuba kelas lembut pada waktu malam dan kelas yang lebih aktif pada waktu pagi.',
          'Sekali setiap dua minggu. Hadiri kedua-dua kelas dalam dua minggu. Tikar disediakan.',
        ],
      ],
    },
    'moonreel-cinema': {
      description: 'Pawagam bebas dengan dua layar, tempat duduk selesa dan filem klasik pada hari Ahad.',
      vouchers: [
        [
          'Naik taraf {b}bertih jagung percuma{/b}',
          'Beli bertih jagung kecil dan dapatkan yang besar. Masin, manis atau campur.',
          'Sekali setiap dua minggu. Dengan tiket untuk hari yang sama.',
        ],
        [
          'Tiket tengah minggu {s}RM 19{/s} {r}{b}RM 10{/b}{/r}',
          'Mana-mana tayangan dari Isnin hingga Rabu, tertakluk kepada kekosongan.',
          'Dua kali sebulan. Gunakan kod di kaunter atau mesin tiket.',
        ],
      ],
    },
    'meeple-harbour': {
      description:
        'Enam ratus permainan papan, dan kakitangan mesra yang menerangkan peraturan dalam lima minit.',
      vouchers: [
        [
          'Satu tempat di {b}malam permainan pelabuhan{/b}',
          'Satu meja panjang, 24 tempat duduk dan permainan serba baharu.',
          'Satu tempat bagi setiap orang. Pintu dibuka pada jam 7 malam. Tunjukkan kod di pintu.',
        ],
        [
          '{b}{r}Diskaun 50%{/r}{/b} masa meja',
          'Separuh harga untuk seluruh meja anda, selama anda bermain.',
          'Sehingga enam pemain. Sekali setiap dua minggu. Makanan dan minuman tidak termasuk.',
        ],
      ],
    },
    'paper-kite-stays': {
      description:
        'Dua hotel kecil dengan katil besar, kolam di atas bumbung dan sarapan sehingga jam 11 pagi.',
      vouchers: [
        [
          'Daftar keluar lewat sehingga {b}4 petang{/b}',
          'Nikmati kolam lebih lama. Tunjukkan sahaja baucar ini di kaunter hadapan pada waktu pagi.',
          'Robertson Quay sahaja. Sekali sebulan. Sila beritahu kaunter hadapan sebelum jam 10 pagi.',
        ],
        [
          '{b}{r}Diskaun 15%{/r}{/b} untuk dua malam atau lebih',
          'Untuk percutian hujung minggu, di bandar anda sendiri atau di bandar sebelah.',
          'Satu bilik, dua malam atau lebih. Termasuk sarapan. Tebus dalam tempoh tiga bulan akan datang.',
        ],
      ],
    },
    'tidy-heron': {
      description:
        'Pembersihan rumah oleh dua orang yang sama setiap kali. Kami datang kepada anda dengan semua peralatan.',
      vouchers: [
        [
          'Pembersihan besar: {b}jam ketiga percuma{/b}',
          'Tingkap, kipas dan bahagian atas almari, semuanya dalam satu pagi.',
          'Akan diumumkan.',
        ],
        [
          'Pembersihan pertama {s}RM 120{/s} {b}{r}RM 79{/r}{/b}',
          'Dua jam dengan sepasukan dua orang. Cuba kami pada harga istimewa.',
          'Tempahan pertama sahaja. Lembah Klang sahaja. Pasukan kami memasukkan PIN pada telefon anda.',
        ],
        [
          'Cucian peti sejuk {b}percuma{/b} dengan pelan mingguan',
          'Sekali sebulan, kami turut mencuci peti sejuk anda, termasuk semua rak.',
          'Pelan mingguan sahaja. Sekali sebulan.',
        ],
      ],
    },
    'spoke-and-spanner': {
      description:
        'Bengkel basikal dengan bangku layan diri. Kami membaiki tayar bocor sementara anda menunggu.',
      vouchers: [
        [
          '{b}{r}Diskaun 10%{/r}{/b} sebarang alat ganti yang kami pasang',
          'Rantai, kabel, tayar dan semua yang berbunyi.',
          'Untuk alat ganti yang kami pasang. Sehingga lima kali setiap dua minggu. Rangka dan set roda tidak termasuk.',
        ],
        [
          'Pemeriksaan keselamatan {b}percuma{/b}, brek dan gear',
          'Kami memeriksa basikal anda dalam sepuluh minit. Tanpa pembelian.',
          'Sekali sebulan. Boleh terus datang. Termasuk basikal elektrik.',
        ],
      ],
    },
  },
}
