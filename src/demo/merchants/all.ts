import type { DemoMerchant } from '../demo-merchant.ts'
import { FOOD } from './food.ts'
import { HOUSEHOLD } from './household.ts'
import { LEISURE } from './leisure.ts'
import { SHOPS } from './shops.ts'
import { WELLBEING } from './wellbeing.ts'

export const MERCHANTS: DemoMerchant[] = [...FOOD, ...SHOPS, ...WELLBEING, ...LEISURE, ...HOUSEHOLD]

/** The slugs of the featured merchants, in the order of the list. */
export const FEATURED = [
  'sparrow-and-saucer',
  'moonreel-cinema',
  'ninth-bowl',
  'gecko-wall',
  'loom-and-lantern',
  'paper-kite-stays',
]
