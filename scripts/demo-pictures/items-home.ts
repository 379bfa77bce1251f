import type { Item } from './items-food.ts'

export const hotelBed: Item = (p) => `
  <path d="M44 132 C44 104 60 92 84 92 H316 C340 92 356 104 356 132 V306 H44 Z" fill="#b9834c"/><path d="M66 146 C66 128 78 118 96 118 H304 C322 118 334 128 334 146 V240 H66 Z" fill="#d8a56a"/>
  <rect x="88" y="168" width="104" height="66" rx="24" fill="#fff"/><rect x="208" y="168" width="104" height="66" rx="24" fill="#fff"/><path d="M100 214 q40 18 80 0" stroke="${p.soft}" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M220 214 q40 18 80 0" stroke="${p.soft}" stroke-width="7" fill="none" stroke-linecap="round"/>
  <path d="M40 244 C40 228 52 220 66 220 H334 C348 220 360 228 360 244 V318 H40 Z" fill="${p.main}"/><path d="M36 250 C60 232 340 232 364 250 V278 C340 262 60 262 36 278 Z" fill="#fff"/><path d="M40 286 H360 V318 H40 Z" fill="${p.deep}" opacity=".2"/>
  <path d="M146 262 C180 256 220 256 254 262 L262 318 H138 Z" fill="${p.accent}"/><g fill="${p.second}"><path d="M200 268 l16 20 l-16 24 l-16 -24 z"/></g>
  <rect x="36" y="314" width="328" height="18" rx="8" fill="#9c6936"/><rect x="52" y="330" width="20" height="22" rx="5" fill="#7a4f25"/><rect x="328" y="330" width="20" height="22" rx="5" fill="#7a4f25"/>`

export const sunLounger: Item = (p) => {
  const slice = (i: number) => {
    const [a, b] = [Math.PI + (i * Math.PI) / 8, Math.PI + ((i + 1) * Math.PI) / 8]
    return `<path d="M150 158 L${150 + 136 * Math.cos(a)} ${158 + 118 * Math.sin(a)} A136 118 0 0 1 ${150 + 136 * Math.cos(b)} ${158 + 118 * Math.sin(b)} Z" fill="${i % 2 ? '#fff' : p.accent}"/>`
  }
  return `<path d="M150 150 V350" stroke="#9c6936" stroke-width="11" stroke-linecap="round"/><g transform="rotate(-10 150 158)">${[0, 1, 2, 3, 4, 5, 6, 7].map(slice).join('')}<path d="M14 158 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 a17 12 0 0 0 34 0 z" fill="${p.second}"/><circle cx="150" cy="36" r="9" fill="${p.second}"/></g>
    <g stroke="#9c6936" stroke-width="11" stroke-linecap="round"><path d="M196 306 V350"/><path d="M344 306 V350"/></g><path d="M172 304 H374" stroke="#b9834c" stroke-width="14" stroke-linecap="round"/><path d="M190 296 H370 a8 8 0 0 0 0 -18 H206 L150 206 a11 11 0 0 0 -18 13 L182 288 a16 16 0 0 0 8 8 Z" fill="${p.paper}"/><path d="M240 278 h36 v18 h-36 z M312 278 h30 v18 h-30 z M150 206 l22 28 l-15 16 l-22 -30 z" fill="${p.accent}"/>
    <circle cx="62" cy="322" r="29" fill="#fff"/><path d="M62 293 a29 29 0 0 1 25 15 L62 322 Z M87 336 a29 29 0 0 1 -25 15 L62 322 Z M37 336 a29 29 0 0 1 0 -29 L62 322 Z" fill="${p.accent}"/>`
}

export const headphones: Item = (p) => `
  <path d="M76 250 C60 70 340 70 324 250" fill="none" stroke="${p.deep}" stroke-width="30" stroke-linecap="round"/><path d="M96 200 C104 92 296 92 304 200" fill="none" stroke="${p.paper}" stroke-width="9" stroke-linecap="round" opacity=".55"/>
  <rect x="46" y="212" width="70" height="138" rx="34" fill="${p.main}"/><rect x="284" y="212" width="70" height="138" rx="34" fill="${p.main}"/><rect x="94" y="222" width="34" height="118" rx="17" fill="${p.deep}"/><rect x="272" y="222" width="34" height="118" rx="17" fill="${p.deep}"/>
  <path d="M60 250 V308" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".55"/><path d="M340 250 V308" stroke="#000" stroke-width="8" stroke-linecap="round" opacity=".14"/><circle cx="82" cy="281" r="12" fill="${p.second}"/>
  <g stroke="${p.accent}" stroke-width="13" stroke-linecap="round"><path d="M156 262 V306"/><path d="M178 240 V328"/><path d="M200 218 V346"/><path d="M222 246 V322"/><path d="M244 266 V302"/></g>`

export const phones: Item = (p) => `
  <g transform="rotate(-13 130 230)"><rect x="58" y="104" width="132" height="238" rx="24" fill="#8c8398"/><rect x="70" y="124" width="108" height="190" rx="8" fill="#cfc8d8"/><circle cx="124" cy="328" r="9" fill="#cfc8d8"/><path d="M84 140 L152 222 L120 232 L164 300" fill="none" stroke="#8c8398" stroke-width="4"/></g>
  <g transform="rotate(6 258 190)"><rect x="176" y="34" width="164" height="316" rx="34" fill="${p.deep}"/><rect x="188" y="46" width="140" height="292" rx="24" fill="${p.accent}"/><path d="M188 206 C232 168 270 232 328 186 V314 a24 24 0 0 1 -24 24 H212 a24 24 0 0 1 -24 -24 Z" fill="${p.main}"/><path d="M188 258 C240 226 276 282 328 244 V314 a24 24 0 0 1 -24 24 H212 a24 24 0 0 1 -24 -24 Z" fill="${p.second}"/><circle cx="282" cy="132" r="27" fill="#fff"/><rect x="232" y="58" width="52" height="15" rx="7.5" fill="${p.deep}"/><path d="M204 66 V150" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".4"/></g>`

export const sprayBottle: Item = (p) => `
  <path d="M168 74 H276 C292 74 300 84 296 98 L288 112 H228 V148 H172 Z" fill="${p.deep}"/><path d="M276 112 C276 140 262 152 252 166 L236 158 C244 144 250 132 250 112 Z" fill="${p.deep}"/><rect x="296" y="82" width="20" height="22" rx="5" fill="${p.second}"/><g fill="#fff"><circle cx="340" cy="70" r="7"/><circle cx="346" cy="96" r="8"/><circle cx="338" cy="122" r="6"/><circle cx="368" cy="82" r="6"/><circle cx="370" cy="112" r="7"/><circle cx="390" cy="96" r="5"/></g>
  <rect x="166" y="142" width="68" height="26" rx="6" fill="${p.second}"/><path d="M172 168 H228 C228 200 276 206 276 252 V328 a22 22 0 0 1 -22 22 H146 a22 22 0 0 1 -22 -22 V252 C124 206 172 200 172 168 Z" fill="${p.paper}"/><path d="M124 262 C150 246 170 276 200 262 S250 248 276 262 V328 a22 22 0 0 1 -22 22 H146 a22 22 0 0 1 -22 -22 Z" fill="${p.main}"/><path d="M236 216 C262 226 276 232 276 252 V328 a22 22 0 0 1 -22 22 H232 C252 312 252 260 236 216 Z" fill="${p.deep}" opacity=".12"/><path d="M200 276 c15 20 21 28 21 38 a21 21 0 0 1 -42 0 c0 -10 6 -18 21 -38 z" fill="#fff"/>
  <path d="M30 350 C24 318 44 306 60 310 C66 288 104 288 110 312 C130 308 142 326 134 350 Z" fill="${p.accent}"/><path d="M44 340 q10 -10 22 -4 M76 330 q12 -8 24 0" stroke="#fff" stroke-width="5" stroke-linecap="round" fill="none" opacity=".7"/>`

export const bucketAndBroom: Item = (p) => `
  <path d="M292 20 L236 232" stroke="#c08a4e" stroke-width="15" stroke-linecap="round"/><path d="M214 224 L262 236 L276 350 H148 Z" fill="${p.accent}"/><g stroke="#d99a1e" stroke-width="5" stroke-linecap="round"><path d="M222 250 L180 344"/><path d="M234 252 L212 344"/><path d="M246 254 L244 344"/></g><path d="M206 218 L268 234 L264 252 L202 236 Z" fill="${p.second}"/>
  <path d="M52 214 C52 116 212 116 212 214" fill="none" stroke="${p.deep}" stroke-width="9"/><path d="M44 210 a22 22 0 0 1 28 -22 a30 30 0 0 1 54 -8 a28 28 0 0 1 50 8 a22 22 0 0 1 44 22 Z" fill="#fff"/><path d="M34 210 H230 L210 336 a16 16 0 0 1 -16 14 H70 a16 16 0 0 1 -16 -14 Z" fill="${p.main}"/><path d="M186 210 H230 L210 336 a16 16 0 0 1 -16 14 H164 Z" fill="${p.deep}" opacity=".18"/><rect x="26" y="200" width="212" height="24" rx="12" fill="${p.deep}"/>
  <g fill="#fff" opacity=".9"><circle cx="96" cy="130" r="13"/><circle cx="150" cy="102" r="9"/><circle cx="66" cy="92" r="8"/><circle cx="336" cy="292" r="11"/><circle cx="362" cy="262" r="7"/></g>`

export const bicycle: Item = (p) => {
  const wheel = (x: number) =>
    `<g transform="translate(${x} 266)"><circle r="80" fill="none" stroke="${p.deep}" stroke-width="13"/><circle r="68" fill="none" stroke="${p.soft}" stroke-width="5"/><g stroke="${p.deep}" stroke-width="2.5" opacity=".55">${[0, 30, 60, 90, 120, 150].map((a) => `<path d="M-66 0 H66" transform="rotate(${a})"/>`).join('')}</g><circle r="9" fill="${p.deep}"/></g>`
  return `${wheel(92)}${wheel(308)}<g fill="none" stroke="${p.accent}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"><path d="M92 266 L152 150 H268 L196 266 Z"/><path d="M196 266 L146 130"/><path d="M308 266 L262 118"/></g>
    <path d="M118 124 H172 C180 124 180 138 170 138 H136 C122 138 112 130 118 124 Z" fill="${p.deep}"/><path d="M258 112 C270 98 290 98 312 102 C322 104 324 116 314 122" fill="none" stroke="${p.deep}" stroke-width="12" stroke-linecap="round"/><circle cx="196" cy="266" r="22" fill="${p.second}"/><circle cx="196" cy="266" r="9" fill="${p.paper}"/><path d="M196 266 L214 312 M204 312 H228" stroke="${p.deep}" stroke-width="8" stroke-linecap="round"/>
    <g transform="translate(282 132)"><path d="M0 0 H72 L64 58 a8 8 0 0 1 -8 7 H16 a8 8 0 0 1 -8 -7 Z" fill="#c98f4d"/><path d="M4 22 H68 M7 42 H65" stroke="#94602a" stroke-width="4"/><g fill="${p.second}"><circle cx="20" cy="-8" r="11"/><circle cx="54" cy="-10" r="11" fill="#fff"/></g><circle cx="38" cy="-18" r="12" fill="${p.accent}"/></g>`
}

export const spannerAndCog: Item = (p) => {
  const tooth = (i: number) =>
    `<rect x="-15" y="-124" width="30" height="44" rx="7" transform="rotate(${i * 36})"/>`
  return `<g transform="translate(168 216)" fill="${p.deep}">${Array.from({ length: 10 }, (_, i) => tooth(i)).join('')}<circle r="98"/></g><g transform="translate(168 216)"><circle r="74" fill="${p.soft}"/><g fill="${p.deep}">${[0, 60, 120, 180, 240, 300].map((a) => `<circle cy="-46" r="14" transform="rotate(${a})"/>`).join('')}</g><circle r="22" fill="${p.accent}"/><circle r="8" fill="${p.deep}"/></g>
    <g transform="rotate(38 278 214)"><path d="M256 40 V100 H300 V40 A66 66 0 0 1 306 158 V292 A52 52 0 1 1 250 292 V158 A66 66 0 0 1 256 40 Z" fill="${p.second}"/><path d="M284 150 H306 V292 A52 52 0 0 1 290 384 C304 340 282 300 284 150 Z" fill="#000" opacity=".14"/><path d="M278 312 l21 12 v25 l-21 12 l-21 -12 v-25 z" fill="${p.paper}"/></g>`
}
