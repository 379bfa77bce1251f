import { type DemoMerchant, inKualaLumpur } from '../demo-merchant.ts'

export const HOUSEHOLD: DemoMerchant[] = [
  {
    name: 'Tidy Heron',
    slug: 'tidy-heron',
    category: 'SERVICES',
    subCategories: ['Cleaning', 'Laundry'],
    description: 'Home cleaning by the same two people every time. They come to you and bring everything.',
    timezone: 'Asia/Kuala_Lumpur',
    pin: '5273',
    outlets: [
      {
        // They come to the customer, so there is no place to measure a distance to.
        name: 'Tidy Heron home visits',
        addressLine: 'At your door, anywhere in the Klang Valley',
        city: 'Kuala Lumpur',
        countryCode: 'MY',
      },
    ],
    vouchers: [
      {
        title: 'Spring clean: {b}third hour free{/b}',
        description: 'Windows, fans and the top of the cupboards, in one long morning.',
        terms: 'To be announced.',
        picture: null,
        valueType: 'BOGO',
        codeSource: 'AUTO',
        status: 'DRAFT',
      },
      {
        title: 'First clean {s}RM 120{/s} {b}{r}RM 79{/r}{/b}',
        description: 'Two hours, two people, one very tidy flat. See how you like us.',
        terms: 'First booking only. Klang Valley only. Our team enters its PIN on your phone.',
        picture: 'spray-bottle',
        valueType: 'FIXED',
        codeSource: 'AUTO',
        isTop: true,
      },
      {
        title: '{b}Free{/b} fridge clean with a weekly plan',
        description: 'Once a month the fridge is done too, shelves out and everything.',
        terms: 'For weekly plans. Once a month.',
        picture: 'bucket-and-broom',
        valueType: 'FREE_ITEM',
        cycle: 'MONTHLY',
      },
    ],
  },
  {
    name: 'Spoke & Spanner',
    slug: 'spoke-and-spanner',
    category: 'SERVICES',
    subCategories: ['Bicycle care'],
    description: 'Bicycle workshop with a bench you may use. Punctures while you wait, wheels by Friday.',
    timezone: 'Asia/Kuala_Lumpur',
    isNew: true,
    pin: '8391',
    outlets: [
      inKualaLumpur('Spoke & Spanner Brickfields', '102 Jalan Tun Sambanthan', '50470', [3.1302, 101.6897]),
      {
        ...inKualaLumpur(
          'Spoke & Spanner pop-up bench',
          '4 Jalan Tun Mohd Fuad 1, TTDI',
          '60000',
          [3.1397, 101.6285],
        ),
        hasPin: false,
      },
    ],
    vouchers: [
      {
        title: '{b}{r}10% off{/r}{/b} any part we fit',
        description: 'Chains, cables, tyres and the small things that rattle.',
        terms: 'Parts fitted by us. Up to five times a fortnight. Frames and wheelsets excluded.',
        picture: 'spanner-and-cog',
        valueType: 'PERCENT',
        claimFlow: 'INSTANT',
        redemptionCount: 5,
        cycle: 'BIWEEKLY',
      },
      {
        title: '{b}Free{/b} safety check, brakes and gears',
        description: 'Ten minutes on the stand, then ride on. No purchase needed.',
        terms: 'Once a month. Walk in. Electric bicycles included.',
        picture: 'bicycle',
        valueType: 'FREE_ITEM',
        claimFlow: 'INSTANT',
        cycle: 'MONTHLY',
        isTop: true,
      },
    ],
  },
]
