import type { Palette } from './palettes.ts'

/** Draws what is behind the items: a wall, a sky, a night. Fills a canvas of any size. */
export type Backdrop = (p: Palette, size: Size) => string
export type Size = { width: number; height: number }

const repeat = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

function gradient(id: string, from: string, to: string, angle: 'down' | 'across' = 'down'): string {
  const end = angle === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0.4"'
  return `<defs><linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`
}

const fill = ({ width, height }: Size, colour: string) =>
  `<rect width="${width}" height="${height}" fill="${colour}"/>`

/** Rays from the center. */
export const sunburst: Backdrop = (p, size) => {
  const [cx, cy, far] = [size.width / 2, size.height * 0.62, size.width]
  const ray = (i: number) => {
    const [a, b] = [(i / 12) * Math.PI * 2, ((i + 0.5) / 12) * Math.PI * 2]
    return `<path d="M${cx} ${cy} L${cx + far * Math.cos(a)} ${cy + far * Math.sin(a)} L${cx + far * Math.cos(b)} ${cy + far * Math.sin(b)} Z"/>`
  }
  return `${gradient('wall', p.soft, p.main)}${fill(size, 'url(#wall)')}
    <g fill="${p.paper}" opacity=".2">${repeat(12, ray)}</g>
    <circle cx="${cx}" cy="${cy}" r="${size.height * 0.42}" fill="${p.paper}" opacity=".55"/>`
}

/** A wall with an arched window on a sky. */
export const arch: Backdrop = (p, size) => {
  const [cx, w, top] = [size.width / 2, size.height * 0.46, size.height * 0.1]
  const window = (half: number, from: number) =>
    `M${cx - half} ${size.height} V${from + half} A${half} ${half} 0 0 1 ${cx + half} ${from + half} V${size.height} Z`
  return `${fill(size, p.main)}
    ${gradient('sky', p.paper, p.soft)}
    <path d="${window(w + 16, top - 16)}" fill="${p.deep}" opacity=".16"/><path d="${window(w, top)}" fill="url(#sky)"/>
    <circle cx="${cx + w * 0.42}" cy="${top + w * 0.62}" r="${w * 0.22}" fill="${p.second}" opacity=".85"/>
    <g fill="#fff"><rect x="${cx - w * 0.74}" y="${top + w * 0.5}" width="${w * 0.56}" height="${w * 0.1}" rx="${w * 0.05}"/>
    <rect x="${cx - w * 0.6}" y="${top + w * 0.41}" width="${w * 0.3}" height="${w * 0.14}" rx="${w * 0.07}"/></g>`
}

/** A striped, scalloped awning over a bright wall. */
export const awning: Backdrop = (p, size) => {
  const count = Math.round(size.width / 100)
  const [w, drop] = [size.width / count, size.height * 0.2]
  const flap = (i: number) =>
    `<path d="M${i * w} 0 H${(i + 1) * w} V${drop} a${w / 2} ${w / 2.6} 0 0 1 ${-w} 0 Z" fill="${i % 2 ? p.paper : p.accent}"/>`
  return `${gradient('wall', p.soft, p.paper)}${fill(size, 'url(#wall)')}
    <circle cx="${size.width / 2}" cy="${size.height * 0.66}" r="${size.height * 0.38}" fill="${p.main}" opacity=".55"/>
    <g opacity=".14" transform="translate(0 14)">${repeat(count, (i) => flap(i).replace(/fill="[^"]+"/, `fill="${p.deep}"`))}</g>${repeat(count, flap)}`
}

/** Tiles, as on the front of a shophouse, tone on tone. */
export const tiles: Backdrop = (p, size) => {
  const corners = (r: number) =>
    [0, 100].flatMap((x) => [0, 100].map((y) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)).join('')
  const tile = `<pattern id="tile" width="100" height="100" patternUnits="userSpaceOnUse" patternTransform="scale(1.8)">
    <path d="M50 6 C62 29 71 38 94 50 C71 62 62 71 50 94 C38 71 29 62 6 50 C29 38 38 29 50 6 Z" fill="${p.paper}" opacity=".26"/>
    <circle cx="50" cy="50" r="15" fill="${p.main}"/><circle cx="50" cy="50" r="8" fill="${p.paper}" opacity=".4"/>
    <g fill="${p.deep}" opacity=".16">${corners(20)}</g><g fill="${p.main}">${corners(11)}</g><g fill="${p.second}" opacity=".55">${corners(5)}</g></pattern>`
  return `<defs>${tile}</defs>${fill(size, p.main)}${fill(size, 'url(#tile)')}`
}

/** Hills under a low sun. */
export const hills: Backdrop = (p, { width: w, height: h }) => `
  ${gradient('sky', p.paper, p.soft)}${fill({ width: w, height: h }, 'url(#sky)')}
  <circle cx="${w * 0.31}" cy="${h * 0.32}" r="${h * 0.15}" fill="${p.second}"/>
  <path d="M0 ${h * 0.56} C${w * 0.2} ${h * 0.3} ${w * 0.36} ${h * 0.42} ${w * 0.52} ${h * 0.54} S${w * 0.86} ${h * 0.42} ${w} ${h * 0.54} V${h} H0 Z" fill="${p.main}" opacity=".4"/>
  <path d="M0 ${h * 0.72} C${w * 0.18} ${h * 0.62} ${w * 0.3} ${h * 0.5} ${w * 0.5} ${h * 0.62} S${w * 0.8} ${h * 0.72} ${w} ${h * 0.56} V${h} H0 Z" fill="${p.main}" opacity=".75"/>`

/** Broad waves, one band below another. */
export const waves: Backdrop = (p, { width: w, height: h }) => {
  const band = (i: number) => {
    const [y, step] = [h * (0.3 + i * 0.13), w / 8]
    const crests = repeat(4, (n) => `q${step / 2} ${(n + i) % 2 ? 26 : -26} ${step} 0 t${step} 0`)
    return `<path d="M${-i * 30} ${y} ${crests} H${w + 60} V${h} H${-i * 30} Z" fill="${p.main}" opacity="${0.22 + i * 0.12}"/>`
  }
  return `${gradient('sky', p.paper, p.soft)}${fill({ width: w, height: h }, 'url(#sky)')}
    <circle cx="${w * 0.24}" cy="${h * 0.28}" r="${h * 0.14}" fill="${p.accent}" opacity=".9"/>${repeat(5, band)}`
}

/** A sky at night. */
export const night: Backdrop = (p, { width: w, height: h }) => {
  const star = (i: number) => {
    // Multiples of these two numbers fill a square evenly without forming rows.
    const [x, y] = [(i * 0.7549) % 1, (i * 0.5698) % 0.72]
    return `<circle cx="${x * w}" cy="${y * h}" r="${1.4 + (i % 4) * 0.9}" opacity="${0.45 + (i % 3) * 0.25}"/>`
  }
  return `${gradient('sky', p.deep, p.main)}${fill({ width: w, height: h }, 'url(#sky)')}
    <g fill="${p.paper}">${repeat(46, star)}</g>
    <circle cx="${w / 2}" cy="${h * 0.6}" r="${h * 0.42}" fill="${p.paper}" opacity=".08"/><circle cx="${w / 2}" cy="${h * 0.6}" r="${h * 0.31}" fill="${p.paper}" opacity=".09"/>`
}

/** Large soft circles that overlap. */
export const discs: Backdrop = (p, { width: w, height: h }) => `
  ${gradient('wall', p.paper, p.soft, 'across')}${fill({ width: w, height: h }, 'url(#wall)')}
  <circle cx="${w * 0.16}" cy="${h * 0.16}" r="${h * 0.36}" fill="${p.main}" opacity=".28"/>
  <circle cx="${w * 0.88}" cy="${h * 0.7}" r="${h * 0.44}" fill="${p.accent}" opacity=".22"/>
  <circle cx="${w / 2}" cy="${h * 0.56}" r="${h * 0.4}" fill="${p.main}" opacity=".62"/>
  <g fill="none" stroke="${p.deep}" stroke-opacity=".12" stroke-width="2"><circle cx="${w / 2}" cy="${h * 0.56}" r="${h * 0.46}"/><circle cx="${w / 2}" cy="${h * 0.56}" r="${h * 0.53}"/></g>`

/** Panels of many angles with bolts, as in a climbing hall. */
export const panels: Backdrop = (p, { width: w, height: h }) => {
  const bolts = repeat(Math.ceil(w / 60) * Math.ceil(h / 60), (i) => {
    const columns = Math.ceil(w / 60)
    return `<circle cx="${(i % columns) * 60 + 30}" cy="${Math.floor(i / columns) * 60 + 30}" r="3"/>`
  })
  return `${fill({ width: w, height: h }, p.main)}
    <path d="M0 0 H${w * 0.4} L${w * 0.26} ${h} H0 Z" fill="${p.deep}" opacity=".28"/>
    <path d="M${w * 0.4} 0 L${w * 0.62} ${h * 0.44} L${w * 0.26} ${h} Z" fill="${p.paper}" opacity=".1"/>
    <path d="M${w * 0.62} ${h * 0.44} L${w} ${h * 0.2} V${h} H${w * 0.26} Z" fill="${p.deep}" opacity=".16"/>
    <path d="M${w * 0.4} 0 H${w} V${h * 0.2} L${w * 0.62} ${h * 0.44} Z" fill="${p.paper}" opacity=".2"/>
    <g fill="${p.deep}" opacity=".35">${bolts}</g>`
}

/** The roofs of a city in haze. */
export const skyline: Backdrop = (p, { width: w, height: h }) => {
  const house = (i: number) => {
    const tall = h * (0.2 + ((i * 47) % 34) / 100)
    const wide = w / 16
    const tip =
      i % 5 === 2
        ? `<path d="M${i * wide + wide / 2} ${h * 0.78 - tall - 40} V${h * 0.78 - tall}" stroke="${p.main}" stroke-width="5"/>`
        : ''
    return `${tip}<rect x="${i * wide}" y="${h * 0.78 - tall}" width="${wide - (i % 3) * 4}" height="${tall + h * 0.3}" rx="${i % 4 === 1 ? 16 : 4}"/>`
  }
  return `${gradient('sky', p.paper, p.soft)}${fill({ width: w, height: h }, 'url(#sky)')}
    <circle cx="${w * 0.26}" cy="${h * 0.3}" r="${h * 0.15}" fill="${p.second}"/>
    <g fill="${p.main}" opacity=".38">${repeat(16, house)}</g>
    <g fill="${p.main}" opacity=".55" transform="translate(${w} ${h * 0.16}) scale(-1 1)">${repeat(16, house)}</g>`
}

/** The top of a table, along the lower edge. */
export function table(p: Palette, { width, height }: Size, top: number, colour = p.deep): string {
  return `<rect y="${top}" width="${width}" height="${height - top}" fill="${colour}"/><rect y="${top}" width="${width}" height="${Math.max(5, height * 0.012)}" fill="#fff" opacity=".2"/>`
}
