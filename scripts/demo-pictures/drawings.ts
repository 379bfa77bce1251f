import { EMBLEMS, logo } from './emblems.ts'
import { type Brand, PALETTES } from './palettes.ts'

export type Drawing = { name: string; svg: string; width: number; height: number; quality: number }

export function drawings(): Drawing[] {
  const brands = Object.keys(EMBLEMS) as Brand[]
  return brands.map((brand) => ({
    name: `${brand}-logo`,
    svg: logo(brand, PALETTES[brand]),
    width: 256,
    height: 256,
    quality: 90,
  }))
}
