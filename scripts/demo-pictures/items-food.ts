import type { Palette } from './palettes.ts'

/** An item in a box of 400 × 400. It stands at y = 350, so that it fits on any table. */
export type Item = (p: Palette) => string

const steam = (
  colour = '#fff',
) => `<g fill="none" stroke="${colour}" stroke-width="9" stroke-linecap="round" opacity=".75">
  <path d="M150 128 c-18 -24 18 -38 0 -66"/><path d="M200 120 c-18 -28 18 -44 0 -76"/><path d="M250 128 c-18 -24 18 -38 0 -66"/></g>`

export const kopiCup: Item = (p) => `
  <ellipse cx="196" cy="340" rx="158" ry="20" fill="#e8dccb"/><ellipse cx="196" cy="333" rx="158" ry="20" fill="${p.paper}"/><ellipse cx="196" cy="331" rx="96" ry="11" fill="${p.deep}" opacity=".14"/>
  <path d="M296 200 c62 -12 72 78 -26 88" fill="none" stroke="${p.paper}" stroke-width="20" stroke-linecap="round"/>
  <path d="M92 170 H300 C300 258 282 322 232 328 H160 C110 322 92 258 92 170 Z" fill="${p.paper}"/>
  <path d="M300 170 C300 258 282 322 232 328 H204 C250 306 260 244 262 170 Z" fill="${p.deep}" opacity=".1"/>
  <g fill="${p.accent}"><path d="M176 262 c-28 -4 -38 -22 -38 -40 c24 0 40 14 38 40 z"/><path d="M180 262 c28 -4 38 -22 38 -40 c-24 0 -40 14 -38 40 z"/><path d="M178 238 c-14 -16 -12 -32 0 -44 c12 12 14 28 0 44 z"/></g>
  <path d="M178 262 q2 22 -6 38" stroke="${p.accent}" stroke-width="5" fill="none" stroke-linecap="round"/><circle cx="178" cy="234" r="7" fill="${p.second}"/>
  <ellipse cx="196" cy="170" rx="104" ry="25" fill="#fffdf8"/><ellipse cx="196" cy="174" rx="91" ry="19" fill="${p.deep}"/><path d="M120 176 a80 14 0 0 0 110 12 a90 18 0 0 1 -110 -12 z" fill="${p.main}" opacity=".8"/>${steam()}`

export const icedLattes: Item = (p) => {
  const glass = (
    x: number,
    layers: [string, string, string],
    straw: string,
  ) => `<g transform="translate(${x} 0)">
    <path d="M96 40 L82 150" stroke="${straw}" stroke-width="13" stroke-linecap="round"/>
    <path d="M0 112 H150 L134 338 a14 14 0 0 1 -14 12 H30 a14 14 0 0 1 -14 -12 Z" fill="#fff" opacity=".62"/>
    <path d="M6 156 H144 L140 206 H10 Z" fill="${layers[0]}"/><path d="M10 206 H140 L136 258 H14 Z" fill="${layers[1]}"/><path d="M14 258 H136 L131 326 a10 10 0 0 1 -10 9 H30 a10 10 0 0 1 -10 -9 Z" fill="${layers[2]}"/>
    <g fill="#fff" opacity=".55"><rect x="26" y="148" width="36" height="36" rx="9" transform="rotate(-14 44 166)"/><rect x="78" y="156" width="38" height="38" rx="9" transform="rotate(18 97 175)"/><rect x="52" y="196" width="30" height="30" rx="8" transform="rotate(38 67 211)"/></g>
    <path d="M16 126 L28 320" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".6"/><ellipse cx="75" cy="112" rx="75" ry="11" fill="#fff" opacity=".75"/></g>`
  return (
    glass(36, [p.deep, '#8a5434', '#e9c9a2'], p.accent) +
    glass(214, ['#5c3322', '#b5764a', '#f4dfc2'], p.second)
  )
}

export const beanBag: Item = (p) => `
  <path d="M112 92 H288 L304 338 a12 12 0 0 1 -12 12 H108 a12 12 0 0 1 -12 -12 Z" fill="${p.accent}"/><path d="M250 92 H288 L304 338 a12 12 0 0 1 -12 12 H262 Z" fill="#000" opacity=".14"/>
  <path d="M108 54 H292 V92 H108 Z" fill="${p.deep}"/><path d="M108 54 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l10 12 l10 -12 l14 12 z" fill="${p.deep}"/>
  <rect x="138" y="148" width="124" height="140" rx="16" fill="${p.paper}"/>
  <g transform="rotate(24 200 216)"><ellipse cx="200" cy="216" rx="33" ry="47" fill="${p.deep}"/><path d="M200 170 C180 200 220 232 200 262" fill="none" stroke="${p.paper}" stroke-width="6" stroke-linecap="round"/></g>
  <g fill="${p.deep}"><ellipse cx="68" cy="338" rx="22" ry="14" transform="rotate(-16 68 338)"/><ellipse cx="338" cy="340" rx="22" ry="13" transform="rotate(14 338 340)"/><ellipse cx="366" cy="316" rx="20" ry="13" transform="rotate(-30 366 316)"/></g>
  <g fill="none" stroke="${p.soft}" stroke-width="3"><path d="M50 342 q18 -12 36 -8"/><path d="M320 336 q18 8 36 8"/><path d="M352 326 q10 -16 28 -20"/></g>`

export const noodleBowl: Item = (p) => `
  <g stroke="${p.accent}" stroke-width="12" stroke-linecap="round"><path d="M236 168 L366 34"/><path d="M262 172 L388 66"/></g>
  <path d="M52 186 C52 96 348 96 348 186 Z" fill="#f7d98c"/>
  <g fill="none" stroke="#e9b95a" stroke-width="8" stroke-linecap="round"><path d="M78 176 q22 -46 52 -8 q26 -60 62 -10 q26 -50 60 2 q30 -34 62 14"/><path d="M104 180 q30 -70 74 -12 q36 -56 84 6"/></g>
  <g transform="rotate(-10 140 138)"><ellipse cx="140" cy="138" rx="44" ry="33" fill="#fff"/><ellipse cx="142" cy="138" rx="22" ry="18" fill="${p.accent}"/></g>
  <g fill="${p.second}"><path d="M228 122 c20 -30 46 -24 58 -6 c-20 18 -40 22 -58 6 z"/><path d="M214 130 c4 -32 26 -40 44 -32 c-4 24 -20 38 -44 32 z" opacity=".75"/></g>
  <g fill="#ff9a7a"><path d="M286 160 a30 30 0 0 1 54 10 l-14 8 a18 18 0 0 0 -30 -8 z"/></g>
  <path d="M40 184 H360 C360 266 312 326 258 338 H142 C88 326 40 266 40 184 Z" fill="${p.paper}"/><path d="M360 184 C360 266 312 326 258 338 H226 C284 316 312 256 314 184 Z" fill="${p.deep}" opacity=".1"/>
  <path d="M40 184 H360 C360 200 358 214 354 228 H46 C42 214 40 200 40 184 Z" fill="${p.deep}"/>
  <g fill="none" stroke="${p.main}" stroke-width="9" stroke-linecap="round"><path d="M84 268 q15 18 30 0 t30 0 t30 0 t30 0 t30 0 t30 0 t30 0"/></g>
  <path d="M138 336 H262 V344 a8 8 0 0 1 -8 8 H146 a8 8 0 0 1 -8 -8 Z" fill="${p.soft}"/>${steam('#fff')}`

export const dumplings: Item = (p) => {
  const dumpling = (x: number, y: number, s: number) => `<g transform="translate(${x} ${y}) scale(${s})">
    <path d="M-52 30 C-60 -12 -22 -40 0 -52 C22 -40 60 -12 52 30 C30 44 -30 44 -52 30 Z" fill="#fff7ea"/><path d="M52 30 C30 44 -30 44 -52 30 C-20 32 30 28 46 -8 C52 4 54 18 52 30 Z" fill="#ecd9bd"/>
    <g fill="none" stroke="#dcc19b" stroke-width="4" stroke-linecap="round"><path d="M0 -50 C-8 -30 -22 -22 -30 -4"/><path d="M0 -50 C0 -30 -4 -20 -8 -6"/><path d="M0 -50 C8 -30 16 -22 22 -6"/></g></g>`
  const slats = Array.from(
    { length: 11 },
    (_, i) => `<path d="M${62 + i * 27.6} 244 V332" stroke="#b47a3a" stroke-width="4" opacity=".5"/>`,
  )
  return `${steam()}${dumpling(116, 200, 0.95)}${dumpling(284, 200, 0.95)}${dumpling(200, 186, 1.12)}
    <ellipse cx="200" cy="238" rx="166" ry="26" fill="#c98f4d"/><ellipse cx="200" cy="234" rx="150" ry="19" fill="#8a5a28"/>
    ${dumpling(150, 214, 0.98)}${dumpling(252, 216, 0.98)}
    <path d="M34 238 C60 268 340 268 366 238 V326 C340 358 60 358 34 326 Z" fill="#dca965"/><path d="M34 238 C60 268 340 268 366 238 V262 C340 292 60 292 34 262 Z" fill="#efc98b"/>${slats.join('')}
    <path d="M34 314 C60 346 340 346 366 314 V326 C340 358 60 358 34 326 Z" fill="${p.deep}" opacity=".3"/>`
}

export const cakeSlice: Item = (p) => `
  <ellipse cx="200" cy="344" rx="172" ry="15" fill="#e9eee4"/><ellipse cx="200" cy="338" rx="172" ry="15" fill="#fff"/>
  <path d="M62 176 L300 120 L340 176 V326 H62 Z" fill="${p.main}"/><path d="M62 176 H340 V206 H62 Z" fill="${p.paper}"/>
  <path d="M62 206 H340 V246 H62 Z" fill="${p.main}"/><path d="M62 246 H340 V268 H62 Z" fill="${p.paper}"/><path d="M62 268 H340 V330 H62 Z" fill="${p.main}"/>
  <path d="M62 176 L300 120 L340 176 Z" fill="#fff"/><path d="M62 176 H340 V192 q-14 26 -28 0 q-14 34 -28 2 q-16 22 -30 0 q-14 36 -30 0 q-14 24 -28 0 q-16 30 -30 0 q-14 20 -26 0 q-12 26 -26 -2 q-14 20 -26 2 q-10 16 -18 -4 Z" fill="#fff"/>
  <path d="M306 176 H340 V330 H306 Z" fill="${p.deep}" opacity=".1"/>
  <g fill="${p.deep}" opacity=".22"><circle cx="96" cy="230" r="5"/><circle cx="150" cy="296" r="6"/><circle cx="214" cy="226" r="5"/><circle cx="262" cy="300" r="6"/><circle cx="108" cy="306" r="4"/><circle cx="206" cy="314" r="4"/></g>
  <circle cx="248" cy="120" r="29" fill="${p.accent}"/><path d="M234 108 a22 22 0 0 1 18 -8" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none" opacity=".8"/><path d="M250 94 q10 -32 38 -38" fill="none" stroke="${p.deep}" stroke-width="6" stroke-linecap="round"/><path d="M276 60 c16 -18 36 -14 44 -2 c-14 14 -32 14 -44 2 z" fill="${p.deep}"/>`

export const softServe: Item = (p) => {
  const cone = (x: number, cream: string, shade: string) => `<g transform="translate(${x} 0)">
    <path d="M-56 206 H56 L16 344 a16 16 0 0 1 -32 0 Z" fill="${p.second}"/><g stroke="#c98a3a" stroke-width="4" opacity=".55"><path d="M-44 226 L28 300"/><path d="M-14 216 L36 266"/><path d="M-36 272 L4 312"/><path d="M44 226 L-28 300"/><path d="M14 216 L-36 266"/><path d="M36 272 L-4 312"/></g>
    <path d="M-70 196 h140 a18 18 0 0 1 0 32 h-140 a18 18 0 0 1 0 -32 z" fill="#f0b95c"/>
    <path d="M-66 200 C-86 172 -64 150 -48 150 C-62 128 -42 108 -26 110 C-34 84 -10 76 4 42 C10 66 34 76 26 108 C48 106 60 130 46 150 C70 152 84 176 64 200 Z" fill="${cream}"/>
    <path d="M64 200 C84 176 70 152 46 150 C60 130 48 106 26 108 C34 92 28 76 16 62 C22 92 8 112 -22 122 C16 122 20 146 -30 160 C20 158 44 172 10 200 Z" fill="${shade}"/></g>`
  return `<ellipse cx="200" cy="352" rx="120" ry="8" fill="${p.deep}" opacity=".12"/>${cone(116, '#d8f3c6', '#a9dca0')}${cone(284, '#fffaf0', '#f4e3c8')}`
}

export const vegetableBasket: Item = (p) => {
  const weave = Array.from({ length: 10 }, (_, i) => `<path d="M${66 + i * 30} 236 L${78 + i * 27} 346" />`)
  return `<path d="M84 232 C84 60 316 60 316 232" fill="none" stroke="#a8692f" stroke-width="17"/>
    <g fill="${p.main}"><path d="M110 214 C70 176 84 128 126 116 C150 84 196 98 196 134 C224 150 214 202 176 214 Z"/></g><g fill="${p.deep}" opacity=".28"><path d="M128 212 C112 182 116 158 136 142 C140 172 140 194 150 212 Z"/><path d="M170 212 C168 184 176 162 190 150 C196 174 190 196 184 212 Z"/></g>
    <g transform="rotate(24 290 170)"><path d="M268 120 H308 L294 262 q-6 14 -12 0 Z" fill="#f08a34"/><g stroke="#cf6a1c" stroke-width="4"><path d="M272 150 h18"/><path d="M290 178 h-16"/><path d="M280 204 h12"/></g><path d="M288 122 c-34 -24 -34 -50 -22 -66 c14 12 20 30 20 48 c4 -28 16 -44 34 -48 c6 22 -8 50 -26 66 z" fill="${p.main}"/></g>
    <circle cx="226" cy="196" r="44" fill="${p.accent}"/><path d="M226 158 c-16 -12 -24 -4 -32 0 c10 8 20 10 30 4 c10 8 20 6 30 -2 c-10 -8 -18 -8 -28 -2 z" fill="${p.deep}"/><path d="M200 184 a32 32 0 0 1 16 -14" stroke="#fff" stroke-width="7" stroke-linecap="round" fill="none" opacity=".6"/>
    <path d="M46 218 H354 L330 338 a14 14 0 0 1 -14 12 H84 a14 14 0 0 1 -14 -12 Z" fill="#cd8b48"/><g stroke="#9d6229" stroke-width="6" opacity=".55">${weave.join('')}<path d="M56 268 H344"/><path d="M64 308 H336"/></g><rect x="38" y="210" width="324" height="26" rx="13" fill="#e0a765"/>`
}

export const fruit: Item = (p) => `
  <path d="M188 128 C196 84 236 62 268 74 C262 108 226 132 188 128 Z" fill="${p.main}"/>
  <circle cx="250" cy="246" r="98" fill="#f59a2f"/><path d="M250 148 a98 98 0 0 1 0 196 a118 118 0 0 0 0 -196 z" fill="#d97a14" opacity=".55"/><g fill="#fff" opacity=".35"><circle cx="216" cy="206" r="5"/><circle cx="244" cy="190" r="4"/><circle cx="206" cy="240" r="4"/></g>
  <path d="M140 168 C104 146 44 164 44 238 C44 306 92 350 122 350 C134 350 138 344 146 344 C154 344 160 350 172 350 C204 350 246 302 244 238 C240 166 180 146 140 168 Z" fill="${p.accent}"/><path d="M172 350 C204 350 246 302 244 238 C242 196 222 172 196 162 C226 228 206 312 150 344 C156 346 162 350 172 350 Z" fill="#000" opacity=".12"/>
  <path d="M142 172 C138 146 146 126 162 112" fill="none" stroke="${p.deep}" stroke-width="9" stroke-linecap="round"/><path d="M72 224 a52 52 0 0 1 30 -36" stroke="#fff" stroke-width="10" stroke-linecap="round" fill="none" opacity=".55"/>
  <path d="M196 350 C196 300 244 270 296 270 C348 270 380 306 380 350 Z" fill="${p.second}"/><path d="M212 350 C212 312 250 288 292 288 C336 288 364 316 364 350 Z" fill="#fff6d8"/><path d="M226 350 C226 322 256 302 292 302 C328 302 350 324 350 350 Z" fill="#fbd65e"/><g stroke="#fff6d8" stroke-width="5"><path d="M290 350 V302"/><path d="M290 350 L252 312"/><path d="M290 350 L330 312"/></g>`
