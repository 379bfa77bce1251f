import type { Item } from './items-food.ts'

export const batikShirt: Item = (p) => {
  const flower = (x: number, y: number, r: number, colour: string) =>
    `<g transform="translate(${x} ${y})" fill="${colour}">${[0, 72, 144, 216, 288].map((a) => `<ellipse cy="${-r}" rx="${r * 0.56}" ry="${r * 0.86}" transform="rotate(${a})"/>`).join('')}<circle r="${r * 0.42}" fill="${p.paper}"/></g>`
  const body =
    'M132 70 L58 112 L28 206 L88 226 L106 180 V342 a10 10 0 0 0 10 10 H284 a10 10 0 0 0 10 -10 V180 L312 226 L372 206 L342 112 L268 70 C252 100 148 100 132 70 Z'
  return `<path d="M200 58 V28 q0 -18 17 -14 q13 5 7 18" fill="none" stroke="#c9a26b" stroke-width="8" stroke-linecap="round"/><path d="M112 88 L200 54 L288 88" fill="none" stroke="#c9a26b" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>
    <clipPath id="shirt"><path d="${body}"/></clipPath><path d="${body}" fill="${p.main}"/>
    <g clip-path="url(#shirt)">${flower(120, 290, 34, p.accent)}${flower(252, 210, 40, p.accent)}${flower(66, 170, 24, p.second)}${flower(330, 170, 28, p.second)}${flower(176, 146, 24, p.second)}${flower(282, 330, 28, p.second)}${flower(176, 236, 18, p.soft)}
      <g fill="none" stroke="${p.soft}" stroke-width="5" stroke-linecap="round" opacity=".8"><path d="M120 290 q30 -34 66 -26"/><path d="M252 210 q16 50 -6 98"/><path d="M210 352 q-10 -40 14 -60"/><path d="M252 176 q24 -30 60 -30"/><path d="M120 246 q-16 -40 8 -76"/></g>
      <path d="M294 180 V352 H264 C282 300 280 240 268 120 Z" fill="#000" opacity=".16"/></g>
    <path d="M158 88 L200 148 L242 88 C224 98 176 98 158 88 Z" fill="${p.deep}"/><path d="M132 70 C140 86 156 94 160 90 L192 138 L172 150 L128 82 Z" fill="${p.main}"/><path d="M268 70 C260 86 244 94 240 90 L208 138 L228 150 L272 82 Z" fill="${p.main}"/><path d="M132 70 C140 86 156 94 160 90 L192 138 L172 150 L128 82 Z M268 70 C260 86 244 94 240 90 L208 138 L228 150 L272 82 Z" fill="#fff" opacity=".14"/>
    <g fill="${p.paper}"><circle cx="200" cy="180" r="5"/><circle cx="200" cy="232" r="5"/><circle cx="200" cy="284" r="5"/></g>`
}

export const toteBag: Item = (p) => {
  const tile = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><path d="M0 -26 C7 -9 9 -7 26 0 C9 7 7 9 0 26 C-7 9 -9 7 -26 0 C-9 -7 -7 -9 0 -26 Z" fill="${p.accent}"/><circle r="6" fill="${p.paper}"/></g>`
  return `<path d="M136 178 C136 30 264 30 264 178" fill="none" stroke="${p.second}" stroke-width="17" stroke-linecap="round"/>
    <path d="M78 160 H322 L342 336 a14 14 0 0 1 -14 16 H72 a14 14 0 0 1 -14 -16 Z" fill="${p.paper}"/><path d="M272 160 H322 L342 336 a14 14 0 0 1 -14 16 H290 Z" fill="${p.deep}" opacity=".1"/>
    <path d="M72 214 H328 L338 304 H62 Z" fill="${p.main}"/>${tile(110, 259)}${tile(170, 259)}${tile(230, 259)}${tile(290, 259)}
    <g fill="${p.soft}"><circle cx="140" cy="232" r="4"/><circle cx="200" cy="232" r="4"/><circle cx="260" cy="232" r="4"/><circle cx="140" cy="286" r="4"/><circle cx="200" cy="286" r="4"/><circle cx="260" cy="286" r="4"/></g>
    <path d="M152 190 C152 70 248 70 248 190" fill="none" stroke="${p.second}" stroke-width="17" stroke-linecap="round"/><path d="M145 178 h14 M241 178 h14" stroke="${p.deep}" stroke-width="5" stroke-linecap="round"/>`
}

export const sneaker: Item = (p) => `
  <path d="M48 190 C34 152 40 132 58 126 C70 156 108 160 124 132 C132 114 154 118 160 134 L176 168 L128 204 Z" fill="${p.main}"/><path d="M124 132 C132 114 154 118 160 134 L178 172 L140 176 Z" fill="${p.second}"/>
  <path d="M44 176 C74 190 112 186 130 158 C152 172 176 208 214 228 C262 250 340 246 366 284 C372 294 374 306 372 318 H36 C28 270 30 214 44 176 Z" fill="${p.accent}"/>
  <path d="M44 176 C60 184 76 186 92 183 C80 226 84 276 96 318 H36 C28 270 30 214 44 176 Z" fill="${p.deep}"/>
  <path d="M266 244 C310 250 350 260 366 284 C372 294 374 306 372 318 H252 C262 288 266 266 266 244 Z" fill="${p.paper}"/>
  <path d="M120 318 C150 300 196 262 206 224 C222 234 236 238 252 242 C240 280 214 304 186 318 Z" fill="${p.second}"/>
  <path d="M30 304 H374 C378 330 370 350 352 350 H50 C34 350 26 332 30 304 Z" fill="#fff"/><path d="M30 326 H375 C373 340 366 350 352 350 H50 C38 350 31 340 30 326 Z" fill="${p.soft}"/>
  <g stroke="#fff" stroke-width="11" stroke-linecap="round"><path d="M144 182 L176 156"/><path d="M168 204 L202 180"/><path d="M196 224 L230 202"/></g><g fill="${p.deep}"><circle cx="144" cy="184" r="6"/><circle cx="168" cy="206" r="6"/><circle cx="196" cy="226" r="6"/></g>
  
  <g fill="none" stroke="${p.deep}" stroke-width="3" stroke-dasharray="7 7" opacity=".45"><path d="M104 190 C96 230 98 268 108 300"/><path d="M262 254 C256 280 246 296 240 302"/></g>`

export const shoeCare: Item = (p) => {
  const bristles = Array.from(
    { length: 15 },
    (_, i) => `<rect x="${146 + i * 14.6}" y="282" width="9" height="${56 + (i % 3) * 5}" rx="3"/>`,
  )
  return `<g transform="translate(-6 0)"><path d="M48 176 h104 v160 a14 14 0 0 1 -14 14 H62 a14 14 0 0 1 -14 -14 z" fill="${p.main}"/><path d="M120 176 h32 v160 a14 14 0 0 1 -14 14 h-24 z" fill="${p.deep}" opacity=".18"/><rect x="62" y="128" width="76" height="50" rx="12" fill="${p.deep}"/><rect x="60" y="222" width="80" height="78" rx="12" fill="${p.paper}"/><path d="M100 236 c16 20 22 28 22 38 a22 22 0 0 1 -44 0 c0 -10 6 -18 22 -38 z" fill="${p.accent}"/></g>
    <path d="M150 258 C150 214 196 206 250 206 C310 206 364 214 364 258 C364 272 358 284 350 284 H164 C156 284 150 272 150 258 Z" fill="#b8743c"/><path d="M150 258 C150 214 196 206 250 206 C310 206 364 214 364 258 C330 232 190 232 150 258 Z" fill="#d69757"/><g fill="#5a3a22">${bristles.join('')}</g><rect x="148" y="276" width="218" height="14" rx="7" fill="#8f5527"/>
    <g fill="none" stroke="${p.accent}" stroke-width="11" stroke-linecap="round"><path d="M254 118 C222 62 168 76 178 108 C186 136 226 132 254 118 Z"/><path d="M258 118 C290 62 344 76 334 108 C326 136 286 132 258 118 Z"/><path d="M250 124 C242 152 230 168 212 182"/><path d="M262 124 C270 152 282 168 300 182"/></g><rect x="240" y="104" width="32" height="28" rx="11" fill="${p.second}"/>
    <g fill="#fff" opacity=".9"><circle cx="160" cy="66" r="9"/><circle cx="358" cy="158" r="7"/><circle cx="352" cy="52" r="6"/></g>`
}

export const dropperBottle: Item = (p) => `
  <g fill="${p.accent}"><path d="M300 350 C292 280 312 220 366 184 C372 254 352 316 300 350 Z"/><path d="M100 350 C110 300 92 250 42 222 C36 282 54 328 100 350 Z" opacity=".85"/></g><g fill="none" stroke="#fff" stroke-width="4" opacity=".5" stroke-linecap="round"><path d="M304 342 C320 290 336 240 360 200"/><path d="M96 342 C86 300 70 262 50 236"/></g>
  <rect x="174" y="34" width="52" height="86" rx="24" fill="${p.deep}"/><rect x="158" y="104" width="84" height="46" rx="9" fill="${p.second}"/><path d="M220 104 h13 a9 9 0 0 1 9 9 v28 a9 9 0 0 1 -9 9 h-13 z" fill="#000" opacity=".12"/>
  <path d="M172 150 H228 C228 176 292 178 292 220 V328 a24 24 0 0 1 -24 24 H132 a24 24 0 0 1 -24 -24 V220 C108 178 172 176 172 150 Z" fill="${p.main}"/><path d="M256 188 C280 196 292 204 292 220 V328 a24 24 0 0 1 -24 24 H244 C268 320 270 250 256 188 Z" fill="${p.deep}" opacity=".2"/>
  <rect x="108" y="236" width="184" height="76" fill="${p.paper}"/><path d="M200 246 c14 18 20 26 20 36 a20 20 0 0 1 -40 0 c0 -10 6 -18 20 -36 z" fill="${p.accent}"/><path d="M130 214 q4 -14 20 -20" stroke="#fff" stroke-width="9" stroke-linecap="round" fill="none" opacity=".7"/>`

export const spaStones: Item = (p) => `
  <ellipse cx="190" cy="330" rx="136" ry="28" fill="#5b4a54"/><ellipse cx="184" cy="322" rx="118" ry="18" fill="#76636e"/><ellipse cx="196" cy="286" rx="104" ry="26" fill="#6d5a64"/><ellipse cx="190" cy="278" rx="88" ry="16" fill="#8a7680"/><ellipse cx="188" cy="244" rx="76" ry="24" fill="#84707b"/><ellipse cx="182" cy="236" rx="62" ry="15" fill="#a3909a"/>
  <g transform="translate(186 212)"><path d="M0 22 C-44 26 -78 4 -86 -32 C-48 -36 -12 -14 0 22 Z" fill="${p.soft}"/><path d="M0 22 C44 26 78 4 86 -32 C48 -36 12 -14 0 22 Z" fill="${p.soft}"/><path d="M0 24 C-38 10 -54 -28 -46 -66 C-12 -54 4 -18 0 24 Z" fill="#fff"/><path d="M0 24 C38 10 54 -28 46 -66 C12 -54 -4 -18 0 24 Z" fill="#fff"/><path d="M0 26 C-26 -8 -26 -54 0 -90 C26 -54 26 -8 0 26 Z" fill="${p.main}"/></g>
  <g transform="translate(322 0)"><path d="M-32 252 h64 v84 a14 14 0 0 1 -14 14 h-36 a14 14 0 0 1 -14 -14 z" fill="${p.paper}"/><path d="M8 252 h24 v84 a14 14 0 0 1 -14 14 h-10 z" fill="${p.deep}" opacity=".1"/><ellipse cy="252" rx="32" ry="9" fill="${p.second}"/><path d="M0 250 V236" stroke="${p.deep}" stroke-width="5"/><path d="M0 190 C18 212 16 238 0 238 C-16 238 -18 212 0 190 Z" fill="#ff9d3d"/><path d="M0 212 C8 222 8 236 0 236 C-8 236 -8 222 0 212 Z" fill="#ffe08a"/></g>`

export const scissorsAndComb: Item = (p) => {
  const teeth = Array.from(
    { length: 15 },
    (_, i) => `<rect x="${54 + i * 18}" y="300" width="10" height="52" rx="5"/>`,
  )
  return `<g transform="rotate(-8 200 310)"><rect x="44" y="266" width="290" height="44" rx="18" fill="${p.accent}"/><rect x="44" y="266" width="290" height="16" rx="8" fill="${p.second}"/><g fill="${p.accent}">${teeth.join('')}</g></g>
    <g transform="rotate(14 210 150)"><path d="M196 172 L330 12 C344 26 342 50 328 66 L222 186 Z" fill="#eef2f3"/><path d="M224 172 L90 12 C76 26 78 50 92 66 L198 186 Z" fill="#cfd8db"/>
    <g fill="none" stroke="${p.deep}" stroke-width="19"><ellipse cx="144" cy="230" rx="36" ry="42" transform="rotate(38 144 230)"/><ellipse cx="276" cy="230" rx="36" ry="42" transform="rotate(-38 276 230)"/></g><path d="M198 176 L176 204 M222 176 L244 204" stroke="${p.deep}" stroke-width="20" stroke-linecap="round"/><circle cx="210" cy="160" r="11" fill="${p.accent}"/></g>`
}

export const shavingSet: Item = (p) => `
  <path d="M26 234 H214 C214 300 190 340 156 350 H84 C50 340 26 300 26 234 Z" fill="${p.accent}"/><path d="M214 234 C214 300 190 340 156 350 H132 C166 326 178 284 180 234 Z" fill="#000" opacity=".16"/>
  <path d="M30 234 a34 34 0 0 1 22 -52 a44 44 0 0 1 74 -26 a42 42 0 0 1 62 36 a28 28 0 0 1 22 42 Z" fill="#fff"/><path d="M30 234 a34 34 0 0 1 6 -44 a40 40 0 0 0 52 16 a44 44 0 0 0 64 2 a36 36 0 0 0 48 -10 a28 28 0 0 1 10 36 Z" fill="${p.soft}" opacity=".75"/>
  <g transform="translate(300 0)"><path d="M-54 70 C-60 130 -36 168 -34 184 H34 C36 168 60 130 54 70 C30 48 -30 48 -54 70 Z" fill="#efe3cf"/><path d="M-36 70 C-34 120 -22 150 -20 184 H20 C22 150 34 120 36 70 C20 56 -20 56 -36 70 Z" fill="#5b4636"/><path d="M-54 70 C-30 48 30 48 54 70 C56 88 54 104 50 118 C30 96 -30 96 -50 118 C-54 104 -56 88 -54 70 Z" fill="#f8f1e6"/>
  <rect x="-40" y="180" width="80" height="26" rx="8" fill="${p.second}"/><path d="M-30 206 H30 C22 234 22 252 40 282 C58 316 40 350 0 350 C-40 350 -58 316 -40 282 C-22 252 -22 234 -30 206 Z" fill="${p.deep}"/><path d="M14 206 H30 C22 234 22 252 40 282 C58 316 40 350 6 350 C34 326 24 296 14 274 C6 254 10 232 14 206 Z" fill="#fff" opacity=".12"/></g>`
