import { type DemoMerchant, inKualaLumpur } from '../demo-merchant.ts'

export const HOUSEHOLD: DemoMerchant[] = [
  {
    name: 'Tidy Heron',
    slug: 'tidy-heron',
    category: 'SERVICES',
    subCategories: ['Cleaning', 'Laundry'],
    description:
      'Home cleaning by the same two people every time. We come to you and bring everything we need.',
    timezone: 'Asia/Kuala_Lumpur',
    pin: '5273',
    outlets: [
      {
        // They visit the customer, so the outlet has no coordinates.
        name: 'Tidy Heron home visits',
        addressLine: 'At your home, anywhere in the Klang Valley',
        city: 'Kuala Lumpur',
        countryCode: 'MY',
      },
    ],
    vouchers: [
      {
        title: 'Spring clean: {b}third hour free{/b}',
        description: 'Windows, fans and the tops of the cupboards, all in one morning.',
        terms: 'To be announced.',
        picture: null,
        valueType: 'BOGO',
        codeSource: 'AUTO',
        status: 'DRAFT',
      },
      {
        title: 'First clean {s}RM 120{/s} {b}{r}RM 79{/r}{/b}',
        description: 'Two hours with a team of two. Try us out at a special price.',
        terms: 'First booking only. Klang Valley only. Our team enters the PIN on your phone.',
        picture: 'spray-bottle',
        valueType: 'FIXED',
        codeSource: 'AUTO',
        isTop: true,
      },
      {
        title: '{b}Free{/b} fridge clean with a weekly plan',
        description: 'Once a month, we clean your fridge too, shelves and all.',
        terms: 'Weekly plans only. Once a month.',
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
    description: 'Bicycle workshop with a self-service bench. We fix punctures while you wait.',
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
        description: 'Chains, cables, tires and everything that rattles.',
        terms: 'For parts we fit. Up to five times every two weeks. Frames and wheelsets excluded.',
        picture: 'spanner-and-cog',
        valueType: 'PERCENT',
        claimFlow: 'INSTANT',
        redemptionCount: 5,
        cycle: 'BIWEEKLY',
      },
      {
        title: '{b}Free{/b} safety check, brakes and gears',
        description: 'We check your bike in ten minutes. No purchase needed.',
        terms: 'Once a month. Walk-ins welcome. E-bikes included.',
        picture: 'bicycle',
        valueType: 'FREE_ITEM',
        claimFlow: 'INSTANT',
        cycle: 'MONTHLY',
        isTop: true,
      },
    ],
  },
]
