import * as backdrops from './backdrops.ts'
import { EMBLEMS, logo } from './emblems.ts'
import * as food from './items-food.ts'
import * as home from './items-home.ts'
import * as leisure from './items-leisure.ts'
import * as style from './items-style.ts'
import { type Brand, PALETTES, type Palette } from './palettes.ts'

export type Drawing = { name: string; svg: string; width: number; height: number; quality: number }

type Placed = { item: food.Item; x: number; scale: number; flip?: boolean }
type Scene = {
  backdrop: backdrops.Backdrop
  banner: Placed[]
  /** The color of the table. Null: the items hang on the wall. */
  table: keyof Palette | null
  pictures: Record<string, { item: food.Item; backdrop: backdrops.Backdrop }>
}

const { arch, awning, discs, hills, night, panels, skyline, sunburst, tiles, waves } = backdrops

const SCENES: Record<Exclude<Brand, 'demo-bank'>, Scene> = {
  'sparrow-and-saucer': {
    backdrop: tiles,
    table: 'deep',
    banner: [
      { item: food.beanBag, x: 170, scale: 0.72 },
      { item: food.kopiCup, x: 470, scale: 0.98 },
      { item: food.icedLattes, x: 800, scale: 0.86 },
      { item: food.kopiCup, x: 1080, scale: 0.62, flip: true },
    ],
    pictures: {
      'kopi-cup': { item: food.kopiCup, backdrop: tiles },
      'iced-lattes': { item: food.icedLattes, backdrop: arch },
      'bean-bag': { item: food.beanBag, backdrop: sunburst },
    },
  },
  'ninth-bowl': {
    backdrop: sunburst,
    table: 'deep',
    banner: [
      { item: food.dumplings, x: 250, scale: 0.78 },
      { item: food.noodleBowl, x: 600, scale: 1.06 },
      { item: food.dumplings, x: 980, scale: 0.88 },
    ],
    pictures: {
      'noodle-bowl': { item: food.noodleBowl, backdrop: sunburst },
      dumplings: { item: food.dumplings, backdrop: discs },
    },
  },
  'pandan-cloud': {
    backdrop: awning,
    table: 'deep',
    banner: [
      { item: food.softServe, x: 220, scale: 0.82 },
      { item: food.cakeSlice, x: 590, scale: 0.92 },
      { item: food.softServe, x: 960, scale: 0.86, flip: true },
    ],
    pictures: {
      'cake-slice': { item: food.cakeSlice, backdrop: awning },
      'soft-serve': { item: food.softServe, backdrop: sunburst },
    },
  },
  'basil-and-barrow': {
    backdrop: awning,
    table: 'deep',
    banner: [
      { item: food.fruit, x: 210, scale: 0.72 },
      { item: food.vegetableBasket, x: 590, scale: 0.92 },
      { item: food.fruit, x: 980, scale: 0.8, flip: true },
    ],
    pictures: {
      'vegetable-basket': { item: food.vegetableBasket, backdrop: hills },
      fruit: { item: food.fruit, backdrop: awning },
    },
  },
  'loom-and-lantern': {
    backdrop: arch,
    table: 'deep',
    banner: [
      { item: style.toteBag, x: 230, scale: 0.8 },
      { item: style.batikShirt, x: 600, scale: 0.98 },
      { item: style.toteBag, x: 960, scale: 0.86, flip: true },
    ],
    pictures: {
      'batik-shirt': { item: style.batikShirt, backdrop: discs },
      'tote-bag': { item: style.toteBag, backdrop: arch },
    },
  },
  'otter-and-lace': {
    backdrop: discs,
    table: 'deep',
    banner: [
      { item: style.sneaker, x: 260, scale: 0.8 },
      { item: style.sneaker, x: 620, scale: 1.05, flip: true },
      { item: style.shoeCare, x: 980, scale: 0.8 },
    ],
    pictures: {
      sneaker: { item: style.sneaker, backdrop: sunburst },
      'shoe-care': { item: style.shoeCare, backdrop: discs },
    },
  },
  'dewdrop-parlour': {
    backdrop: arch,
    table: 'deep',
    banner: [
      { item: style.spaStones, x: 260, scale: 0.86 },
      { item: style.dropperBottle, x: 600, scale: 0.96 },
      { item: style.spaStones, x: 950, scale: 0.82, flip: true },
    ],
    pictures: {
      'dropper-bottle': { item: style.dropperBottle, backdrop: arch },
      'spa-stones': { item: style.spaStones, backdrop: hills },
    },
  },
  'copper-comb': {
    backdrop: discs,
    table: 'deep',
    banner: [
      { item: style.shavingSet, x: 240, scale: 0.82 },
      { item: style.scissorsAndComb, x: 610, scale: 0.92 },
      { item: style.shavingSet, x: 970, scale: 0.86, flip: true },
    ],
    pictures: {
      'scissors-and-comb': { item: style.scissorsAndComb, backdrop: discs },
      'shaving-set': { item: style.shavingSet, backdrop: arch },
    },
  },
  'gecko-wall': {
    backdrop: panels,
    table: null,
    banner: [
      { item: leisure.scatteredHolds, x: 190, scale: 0.98 },
      { item: leisure.climbingHolds, x: 610, scale: 1.08 },
      { item: leisure.carabiner, x: 1010, scale: 0.86 },
    ],
    pictures: {
      'climbing-holds': { item: leisure.climbingHolds, backdrop: panels },
      carabiner: { item: leisure.carabiner, backdrop: discs },
    },
  },
  'still-lotus': {
    backdrop: hills,
    table: 'deep',
    banner: [
      { item: leisure.teapot, x: 240, scale: 0.74 },
      { item: leisure.yogaMat, x: 600, scale: 1 },
      { item: leisure.teapot, x: 990, scale: 0.7, flip: true },
    ],
    pictures: {
      'yoga-mat': { item: leisure.yogaMat, backdrop: hills },
      teapot: { item: leisure.teapot, backdrop: arch },
    },
  },
  'moonreel-cinema': {
    backdrop: night,
    table: 'second',
    banner: [
      { item: leisure.popcorn, x: 230, scale: 0.86 },
      { item: leisure.filmTickets, x: 600, scale: 0.96 },
      { item: leisure.popcorn, x: 970, scale: 0.92, flip: true },
    ],
    pictures: {
      'film-tickets': { item: leisure.filmTickets, backdrop: night },
      popcorn: { item: leisure.popcorn, backdrop: night },
    },
  },
  'meeple-harbour': {
    backdrop: waves,
    table: 'deep',
    banner: [
      { item: leisure.diceAndCards, x: 230, scale: 0.82 },
      { item: leisure.meeples, x: 610, scale: 0.98 },
      { item: leisure.diceAndCards, x: 980, scale: 0.86, flip: true },
    ],
    pictures: {
      meeples: { item: leisure.meeples, backdrop: waves },
      'dice-and-cards': { item: leisure.diceAndCards, backdrop: discs },
    },
  },
  'paper-kite-stays': {
    backdrop: skyline,
    table: 'deep',
    banner: [
      { item: home.sunLounger, x: 230, scale: 0.86 },
      { item: home.hotelBed, x: 620, scale: 0.92 },
      { item: home.sunLounger, x: 990, scale: 0.84, flip: true },
    ],
    pictures: {
      'hotel-bed': { item: home.hotelBed, backdrop: arch },
      'sun-lounger': { item: home.sunLounger, backdrop: waves },
    },
  },
  'bright-fox': {
    backdrop: sunburst,
    table: 'deep',
    banner: [
      { item: home.phones, x: 230, scale: 0.86 },
      { item: home.headphones, x: 600, scale: 0.98 },
      { item: home.phones, x: 970, scale: 0.88, flip: true },
    ],
    pictures: {
      headphones: { item: home.headphones, backdrop: sunburst },
      phones: { item: home.phones, backdrop: discs },
    },
  },
  'tidy-heron': {
    backdrop: discs,
    table: 'deep',
    banner: [
      { item: home.bucketAndBroom, x: 250, scale: 0.88 },
      { item: home.sprayBottle, x: 600, scale: 0.96 },
      { item: home.bucketAndBroom, x: 960, scale: 0.84, flip: true },
    ],
    pictures: {
      'spray-bottle': { item: home.sprayBottle, backdrop: discs },
      'bucket-and-broom': { item: home.bucketAndBroom, backdrop: arch },
    },
  },
  'spoke-and-spanner': {
    backdrop: awning,
    table: 'deep',
    banner: [
      { item: home.spannerAndCog, x: 220, scale: 0.74 },
      { item: home.bicycle, x: 590, scale: 1.04 },
      { item: home.spannerAndCog, x: 990, scale: 0.78, flip: true },
    ],
    pictures: {
      bicycle: { item: home.bicycle, backdrop: skyline },
      'spanner-and-cog': { item: home.spannerAndCog, backdrop: sunburst },
    },
  },
}

/**
 * On a slow connection every kilobyte counts. So a picture has the proportions of its card in the webview, its size at
 * three dots per pixel, and the lowest quality at which flat colors show no loss.
 */
const BANNER = { width: 1200, height: 480, quality: 60 }
const PICTURE = { width: 768, height: 432, quality: 60 }

export function drawings(): Drawing[] {
  const logos = (Object.keys(EMBLEMS) as Brand[]).map((brand) => ({
    name: `${brand}-logo`,
    svg: logo(brand, PALETTES[brand]),
    width: 256,
    height: 256,
    quality: 90,
  }))
  const scenes = Object.entries(SCENES).flatMap(([brand, scene]) => {
    const p = PALETTES[brand as Brand]
    const banner = still(p, BANNER, scene.backdrop, scene.table, scene.banner)
    return [
      { name: `${brand}-banner`, svg: banner, ...BANNER },
      ...Object.entries(scene.pictures).map(([name, { item, backdrop }]) => {
        const onWall = scene.table === null && backdrop === scene.backdrop
        const svg = still(p, PICTURE, backdrop, onWall ? null : (scene.table ?? 'deep'), [
          { item, x: PICTURE.width / 2, scale: 0.92 },
        ])
        return { name, svg, ...PICTURE }
      }),
    ]
  })
  return [...logos, ...scenes]
}

/** A still life. The items stand on the table, or hang on the wall if there is no table. */
function still(
  p: Palette,
  size: backdrops.Size,
  backdrop: backdrops.Backdrop,
  colour: keyof Palette | null,
  placed: Placed[],
): string {
  const top = size.height * 0.8
  const base = colour === null ? size.height * 0.94 : size.height * 0.87
  const things = placed.map(({ item, x, scale, flip }) => {
    const shadow =
      colour === null
        ? ''
        : `<ellipse cx="${x}" cy="${base}" rx="${168 * scale}" ry="${13 * scale}" fill="#000" opacity=".22"/>`
    const turn = flip ? `scale(${-scale} ${scale})` : `scale(${scale})`
    return `${shadow}<g transform="translate(${x} ${base}) ${turn} translate(-200 -350)">${item(p)}</g>`
  })
  const ground = colour === null ? '' : backdrops.table(p, size, top, p[colour])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${backdrop(p, size)}${ground}${things.join('')}</svg>`
}
