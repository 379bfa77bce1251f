import type { Item } from './items-food.ts'

/** Four kinds of climbing holds, in the colors of the routes. */
const hold = (kind: number, x: number, y: number, scale: number, colour: string) => {
  const shapes = [
    'M-56 6 c-14 -36 26 -62 58 -46 c40 -14 70 26 48 56 c-6 34 -88 34 -106 -10 z',
    'M-62 8 c-8 -34 34 -56 68 -42 c44 -4 66 50 34 66 c-30 20 -92 10 -102 -24 z',
    'M-50 34 c-24 -20 -8 -62 30 -60 c34 -22 76 8 66 42 c-10 32 -74 36 -96 18 z',
    'M-40 26 c-20 -14 -12 -50 18 -54 c28 -14 60 10 52 40 c-8 26 -52 28 -70 14 z',
  ]
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="${shapes[kind]}" fill="#000" opacity=".22" transform="translate(6 10)"/><path d="${shapes[kind]}" fill="${colour}"/><path d="M-34 -6 q10 -22 36 -22" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".45"/><circle r="8" fill="#000" opacity=".45"/></g>`
}

export const climbingHolds: Item = (p) => `
  ${hold(0, 96, 58, 0.62, '#ff5f8a')}${hold(1, 300, 84, 0.66, p.second)}${hold(2, 70, 318, 0.66, '#ffcf4d')}${hold(3, 348, 296, 0.8, '#48c2c5')}${hold(3, 330, 190, 0.5, '#ff5f8a')}${hold(1, 62, 190, 0.46, p.second)}${hold(2, 210, 28, 0.42, '#48c2c5')}
  <g transform="translate(14 10) scale(1.44)"><g fill="none" stroke="${p.accent}" stroke-linecap="round" stroke-linejoin="round"><path d="M122 92 C148 128 96 150 124 186 C140 208 178 204 176 176 C174 160 152 162 156 176" stroke-width="24"/><g stroke-width="14"><path d="M124 102 L172 92 L192 60"/><path d="M118 110 L74 92 L60 44"/><path d="M126 156 L186 150 L222 186"/><path d="M116 152 L70 168 L48 204"/></g></g><path d="M120 102 C92 92 84 58 104 38 C130 38 146 72 136 98 Z" fill="${p.accent}"/><g fill="${p.deep}"><circle cx="103" cy="58" r="5.5"/><circle cx="122" cy="56" r="5.5"/><g opacity=".4"><circle cx="130" cy="116" r="5"/><circle cx="118" cy="142" r="5"/><circle cx="122" cy="170" r="5"/></g></g></g>`

export const scatteredHolds: Item = (p) =>
  `${hold(0, 90, 70, 0.9, '#ff5f8a')}${hold(3, 290, 30, 0.7, '#ffcf4d')}${hold(1, 250, 150, 0.8, '#48c2c5')}${hold(2, 70, 210, 0.6, p.second)}${hold(3, 180, 290, 0.9, p.accent)}${hold(0, 350, 260, 0.6, p.second)}${hold(2, 300, 360, 0.5, '#ff5f8a')}${hold(1, 40, 350, 0.6, '#ffcf4d')}`

export const carabiner: Item = (p) => {
  const coil = Array.from(
    { length: 6 },
    (_, i) =>
      `<ellipse cx="${118 + i * 5}" cy="${300 - i * 7}" rx="${92 - i * 5}" ry="${46 - i * 2}" stroke="${i % 2 ? p.second : p.accent}"/>`,
  )
  return `<g fill="none" stroke-width="15">${coil.join('')}</g><path d="M200 268 C236 232 226 180 252 148" fill="none" stroke="${p.accent}" stroke-width="15" stroke-linecap="round"/>
    <g transform="rotate(16 290 180)"><path d="M240 96 C240 56 272 36 304 36 C340 36 362 62 358 100 L346 290 C344 322 322 340 296 340 C268 340 250 322 250 296 Z" fill="none" stroke="#e9e4f4" stroke-width="26" stroke-linejoin="round"/><path d="M241 120 L249 262" stroke="${p.second}" stroke-width="26" stroke-linecap="butt"/><path d="M242 160 L246 222" stroke="#000" stroke-opacity=".18" stroke-width="26"/><path d="M364 110 L354 272" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".8"/></g>`
}

export const yogaMat: Item = (p) => `
  <path d="M96 350 H372 C386 350 386 326 372 326 H120 Z" fill="${p.accent}"/><path d="M96 350 H372 C386 350 386 338 380 338 H104 Z" fill="#000" opacity=".12"/>
  <circle cx="104" cy="276" r="76" fill="${p.accent}"/><g fill="none" stroke="${p.paper}" stroke-width="8" stroke-linecap="round" opacity=".85"><path d="M104 276 a14 14 0 1 1 14 14 a30 30 0 1 1 28 -30 a46 46 0 1 1 -46 -44"/><path d="M104 340 a64 64 0 0 0 62 -50"/></g>
  <g transform="translate(270 0)"><path d="M0 118 C-16 118 -26 132 -26 152 L-62 250 a13 13 0 0 0 24 9 L-18 210 V258 H18 V210 L38 259 a13 13 0 0 0 24 -9 L26 152 C26 132 16 118 0 118 Z" fill="${p.deep}"/><path d="M-18 250 H18 C30 262 84 282 92 300 C98 318 76 326 60 322 L0 308 L-60 322 C-76 326 -98 318 -92 300 C-84 282 -30 262 -18 250 Z" fill="${p.main}"/><path d="M-18 250 H18 C30 262 84 282 92 300 C60 300 20 290 0 300 C-20 290 -60 300 -92 300 C-84 282 -30 262 -18 250 Z" fill="#000" opacity=".1"/><rect x="-9" y="100" width="18" height="26" fill="#e8b48f"/><circle cy="82" r="28" fill="#f2c6a4"/><path d="M-29 84 C-34 46 34 46 29 84 C20 66 -12 62 -29 84 Z" fill="#3a2a3f"/><circle cy="46" r="13" fill="#3a2a3f"/></g>`

export const teapot: Item = (p) => `
  <path d="M262 190 C330 168 344 272 254 288" fill="none" stroke="${p.deep}" stroke-width="17" stroke-linecap="round"/>
  <path d="M88 250 C52 246 46 208 24 190 L50 178 C74 190 82 214 104 216 Z" fill="${p.second}"/>
  <path d="M80 246 C80 188 122 162 174 162 C226 162 268 188 268 246 C268 302 238 346 222 350 H126 C110 346 80 302 80 246 Z" fill="${p.second}"/><path d="M268 246 C268 302 238 346 222 350 H192 C236 316 246 218 210 168 C246 178 268 204 268 246 Z" fill="#000" opacity=".12"/>
  <path d="M118 172 C130 146 218 146 230 172 C214 182 134 182 118 172 Z" fill="${p.deep}"/><circle cx="174" cy="140" r="15" fill="${p.deep}"/>
  <g fill="#fff" opacity=".85"><path d="M150 280 C126 268 122 238 150 216 C170 238 172 266 150 280 Z"/><path d="M160 282 C158 256 172 238 200 236 C204 264 188 284 160 282 Z"/></g>
  <g transform="translate(326 0)"><path d="M-44 276 H44 C44 320 30 344 16 350 H-16 C-30 344 -44 320 -44 276 Z" fill="${p.paper}"/><path d="M44 276 C44 320 30 344 16 350 H0 C20 330 26 304 26 276 Z" fill="${p.deep}" opacity=".12"/><ellipse cy="276" rx="44" ry="10" fill="#fff"/><ellipse cy="278" rx="36" ry="7" fill="#c7a24a"/><g fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".8"><path d="M-14 250 c-10 -16 10 -24 0 -42"/><path d="M14 250 c-10 -16 10 -24 0 -42"/></g></g>`

export const filmTickets: Item = (p) => {
  const ticket = (colour: string, turn: number, x: number, y: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M-130 -62 H130 V-20 a20 20 0 0 0 0 40 V62 H-130 V20 a20 20 0 0 0 0 -40 Z" fill="${colour}"/><path d="M66 -52 V52" stroke="#000" stroke-opacity=".35" stroke-width="4" stroke-dasharray="8 8"/><path d="M-44 -34 L-33 -11 L-8 -8 L-27 9 L-22 34 L-44 22 L-66 34 L-61 9 L-80 -8 L-55 -11 Z" fill="#000" opacity=".3"/><g fill="#000" opacity=".25"><rect x="4" y="-26" width="46" height="10" rx="5"/><rect x="4" y="-4" width="34" height="10" rx="5"/><rect x="4" y="18" width="46" height="10" rx="5"/><rect x="84" y="-30" width="26" height="60" rx="5"/></g></g>`
  const holes = [0, 72, 144, 216, 288]
    .map((a) => `<circle cy="-52" r="21" transform="rotate(${a})"/>`)
    .join('')
  return `<g transform="translate(262 138)"><circle r="104" fill="#c9cbe6"/><circle r="104" fill="none" stroke="#fff" stroke-width="8" opacity=".5"/><g fill="${p.deep}">${holes}<circle r="13"/></g></g>
    ${ticket(p.second, -14, 166, 268)}${ticket(p.accent, 6, 214, 286)}`
}

export const popcorn: Item = (p) => {
  const puff = (x: number, y: number, s: number, tone: string) =>
    `<g transform="translate(${x} ${y}) scale(${s})" fill="${tone}"><circle cx="-15" cy="4" r="18"/><circle cx="15" cy="4" r="18"/><circle cy="-15" r="18"/><circle cy="12" r="15" fill="#f0c766"/></g>`
  const stripe = (i: number) => {
    const [top, bottom] = [84 + (i * 232) / 7, 112 + (i * 176) / 7]
    return `<path d="M${top} 172 H${top + 232 / 7} L${bottom + 176 / 7} 352 H${bottom} Z" fill="${i % 2 ? '#fff' : p.second}"/>`
  }
  return `${puff(130, 128, 1.05, '#fff4d2')}${puff(184, 92, 1.15, '#fff8e3')}${puff(246, 104, 1.1, '#ffeebb')}${puff(282, 144, 1, '#fff8e3')}${puff(112, 164, 0.95, '#ffeebb')}${puff(164, 146, 1.1, '#fff8e3')}${puff(222, 146, 1.15, '#fff4d2')}${puff(272, 172, 1, '#ffeebb')}${puff(196, 178, 1, '#fff4d2')}
    ${puff(330, 70, 0.7, '#fff8e3')}${puff(74, 84, 0.62, '#fff4d2')}
    ${[0, 1, 2, 3, 4, 5, 6].map(stripe).join('')}<path d="M84 172 H316 L313 196 H87 Z" fill="#000" opacity=".14"/><path d="M262 172 H316 L288 352 H248 Z" fill="#000" opacity=".1"/>
    <path d="M78 172 a16.6 13 0 0 0 35 0 a16.6 13 0 0 0 35 0 a16.6 13 0 0 0 35 0 a16.6 13 0 0 0 34 0 a16.6 13 0 0 0 35 0 a16.6 13 0 0 0 35 0 a16.6 13 0 0 0 35 0 v-8 h-244 z" fill="${p.paper}"/>`
}

export const meeples: Item = (p) => {
  const shape =
    'M0 -152 C22 -152 32 -134 29 -112 C58 -106 86 -92 86 -74 C86 -58 64 -58 42 -62 C48 -42 70 -24 70 -12 C70 -2 62 0 52 0 H20 C10 0 8 -20 0 -20 C-8 -20 -10 0 -20 0 H-52 C-62 0 -70 -2 -70 -12 C-70 -24 -48 -42 -42 -62 C-64 -58 -86 -58 -86 -74 C-86 -92 -58 -106 -29 -112 C-32 -134 -22 -152 0 -152 Z'
  const one = (x: number, y: number, s: number, colour: string) =>
    `<g transform="translate(${x} ${y}) scale(${s})"><path d="${shape}" fill="#000" opacity=".22" transform="translate(9 0)"/><path d="${shape}" fill="${colour}"/><path d="M0 -152 C22 -152 32 -134 29 -112 C58 -106 86 -92 86 -74 C86 -58 64 -58 42 -62 C48 -42 70 -24 70 -12 C70 -2 62 0 52 0 H38 C52 -40 22 -66 18 -92 C14 -112 18 -136 0 -152 Z" fill="#000" opacity=".13"/></g>`
  return `${one(104, 330, 1.05, p.second)}${one(300, 330, 1.05, p.paper)}${one(200, 352, 1.5, p.accent)}`
}

export const diceAndCards: Item = (p) => {
  const pips = (spots: [number, number][]) =>
    spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="11"/>`).join('')
  return `<g transform="rotate(-16 130 200)"><rect x="60" y="70" width="146" height="206" rx="18" fill="${p.main}"/><rect x="74" y="84" width="118" height="178" rx="10" fill="none" stroke="${p.soft}" stroke-width="5"/><path d="M133 122 L166 173 L133 224 L100 173 Z" fill="${p.soft}"/></g>
    <g transform="rotate(9 240 190)"><rect x="172" y="52" width="150" height="212" rx="18" fill="#fff"/><path d="M192 214 q14 -13 27 0 t27 0 t27 0 t27 0" fill="none" stroke="${p.main}" stroke-width="9" stroke-linecap="round"/><path d="M206 190 H292 L276 206 H222 Z" fill="${p.deep}"/><path d="M252 96 V184 H210 C228 158 244 130 252 96 Z" fill="${p.accent}"/><path d="M258 116 V184 H288 C282 158 272 136 258 116 Z" fill="${p.second}"/></g>
    <g transform="rotate(-8 140 290)"><rect x="82" y="232" width="116" height="116" rx="24" fill="${p.second}"/><path d="M164 232 h10 a24 24 0 0 1 24 24 v68 a24 24 0 0 1 -24 24 h-10 z" fill="#000" opacity=".14"/><g fill="#fff">${pips(
      [
        [112, 262],
        [168, 262],
        [140, 290],
        [112, 318],
        [168, 318],
      ],
    )}</g></g>
    <g transform="rotate(12 290 296)"><rect x="240" y="248" width="100" height="100" rx="22" fill="${p.accent}"/><path d="M312 248 h6 a22 22 0 0 1 22 22 v56 a22 22 0 0 1 -22 22 h-6 z" fill="#000" opacity=".14"/><g fill="#fff">${pips(
      [
        [266, 274],
        [290, 298],
        [314, 322],
      ],
    )}</g></g>`
}
