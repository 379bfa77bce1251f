import type { Brand, Palette } from './palettes.ts'

/** A logo: one bold sign in a square of 256 pixels that is still clear at 40 pixels. */
type Emblem = (p: Palette) => string

const bank: Emblem = (p) => `
  <g fill="none" stroke="${p.paper}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round">
    <path d="M86 70 v116"/>
    <path d="M86 70 h34 a58 58 0 0 1 0 116 h-34"/>
  </g>
  <circle cx="120" cy="128" r="17" fill="${p.accent}"/>`

const cupWithSparrow: Emblem = (p) => `
  <ellipse cx="122" cy="205" rx="78" ry="11" fill="${p.deep}" opacity=".28"/>
  <path d="M54 128 H190 C190 172 172 200 146 202 H98 C72 200 54 172 54 128 Z" fill="${p.paper}"/>
  <path d="M186 142 c36 -6 40 40 -12 46" fill="none" stroke="${p.paper}" stroke-width="14" stroke-linecap="round"/>
  <path d="M70 104 C72 76 100 64 122 72 C128 58 148 54 160 66 L178 70 L163 79 C162 104 142 116 112 115 L60 121 Z" fill="${p.deep}"/>
  <path d="M92 102 C106 84 126 86 134 92 C128 108 108 112 92 102 Z" fill="${p.second}"/>
  <circle cx="149" cy="73" r="4.6" fill="${p.paper}"/>`

const bowl: Emblem = (p) => `
  <g stroke="${p.accent}" stroke-width="9" stroke-linecap="round"><path d="M118 104 L206 42"/><path d="M140 106 L222 62"/></g>
  <path d="M58 112 q12 -22 26 -6 q12 -24 28 -5 q14 -22 28 -3 q14 -16 26 4 q18 -12 26 10 z" fill="${p.paper}"/>
  <path d="M40 112 H216 C216 160 188 190 158 196 H98 C68 190 40 160 40 112 Z" fill="${p.paper}"/>
  <path d="M40 112 H216 C216 120 215 128 213 135 H43 C41 128 40 120 40 112 Z" fill="${p.deep}"/>
  <path d="M96 196 h64 v8 a10 10 0 0 1 -10 10 h-44 a10 10 0 0 1 -10 -10 z" fill="${p.soft}"/>
  <g fill="none" stroke="${p.main}" stroke-width="7" stroke-linecap="round"><path d="M84 160 q11 12 22 0 q11 12 22 0 q11 12 22 0 q11 12 22 0"/></g>`

const cloudCone: Emblem = (p) => `
  <path d="M92 142 L128 222 L164 142 Z" fill="${p.second}"/>
  <g stroke="${p.deep}" stroke-width="4" opacity=".28"><path d="M102 163 L140 195"/><path d="M112 150 L148 178"/><path d="M155 162 L118 196"/><path d="M144 150 L109 178"/></g>
  <path d="M72 146 a30 30 0 0 1 -4 -58 a38 38 0 0 1 56 -38 a40 40 0 0 1 66 32 a33 33 0 0 1 -6 64 z" fill="${p.paper}"/>
  <path d="M72 146 a30 30 0 0 1 -16 -53 a36 36 0 0 0 34 27 a34 34 0 0 0 54 6 a32 32 0 0 0 58 -16 a33 33 0 0 1 -18 36 z" fill="${p.soft}"/>
  <circle cx="140" cy="40" r="13" fill="${p.accent}"/>
  <path d="M140 30 q6 -14 18 -14" fill="none" stroke="${p.deep}" stroke-width="4" stroke-linecap="round"/>`

const basil: Emblem = (p) => `
  <path d="M128 218 C128 176 128 150 128 112" stroke="${p.deep}" stroke-width="9" stroke-linecap="round" fill="none"/>
  <path d="M128 122 C92 108 86 66 128 32 C170 66 164 108 128 122 Z" fill="${p.paper}"/>
  <path d="M128 122 C92 108 86 66 128 32 Z" fill="${p.soft}"/>
  <path d="M126 186 C84 196 54 170 44 122 C92 116 124 140 126 186 Z" fill="${p.paper}"/>
  <path d="M126 186 C84 196 54 170 44 122 C78 138 104 158 126 186 Z" fill="${p.soft}"/>
  <path d="M130 186 C172 196 202 170 212 122 C164 116 132 140 130 186 Z" fill="${p.paper}"/>
  <path d="M130 186 C172 196 202 170 212 122 C178 138 152 158 130 186 Z" fill="${p.soft}"/>
  <circle cx="128" cy="220" r="12" fill="${p.accent}"/>`

const lantern: Emblem = (p) => `
  <path d="M128 26 V50" stroke="${p.paper}" stroke-width="7" stroke-linecap="round"/>
  <rect x="96" y="48" width="64" height="15" rx="7" fill="${p.paper}"/>
  <path d="M128 60 C196 60 206 168 128 168 C50 168 60 60 128 60 Z" fill="${p.accent}"/>
  <path d="M128 60 C158 60 164 168 128 168 C92 168 98 60 128 60 Z" fill="${p.paper}" opacity=".5"/>
  <path d="M128 60 C138 60 140 168 128 168 C116 168 118 60 128 60 Z" fill="${p.accent}"/>
  <rect x="96" y="164" width="64" height="15" rx="7" fill="${p.paper}"/>
  <g stroke="${p.soft}" stroke-width="7" stroke-linecap="round"><path d="M108 186 V222"/><path d="M128 186 V234"/><path d="M148 186 V222"/></g>`

const laceBow: Emblem = (p) => `
  <g fill="none" stroke="${p.paper}" stroke-width="17" stroke-linecap="round" stroke-linejoin="round">
    <path d="M126 126 C86 60 28 72 40 112 C50 146 96 140 126 126 Z"/>
    <path d="M130 126 C170 60 228 72 216 112 C206 146 160 140 130 126 Z"/>
    <path d="M120 132 C110 168 92 188 70 206"/><path d="M136 132 C146 168 164 188 186 206"/>
  </g>
  <rect x="106" y="106" width="44" height="40" rx="15" fill="${p.accent}"/>
  <g stroke="${p.accent}" stroke-width="17" stroke-linecap="round"><path d="M82 196 L70 206"/><path d="M174 196 L186 206"/></g>`

const dewdrop: Emblem = (p) => `
  <path d="M128 30 C166 84 188 114 188 150 A60 60 0 0 1 68 150 C68 114 90 84 128 30 Z" fill="${p.paper}"/>
  <path d="M128 210 A60 60 0 0 1 68 150 C68 114 90 84 128 30 C116 90 92 140 128 210 Z" fill="${p.soft}"/>
  <path d="M128 192 C128 166 134 142 158 128 C162 158 152 182 128 192 Z" fill="${p.accent}"/>
  <path d="M126 192 C126 174 120 158 102 148 C98 170 108 188 126 192 Z" fill="${p.accent}" opacity=".65"/>
  <g fill="${p.paper}"><circle cx="206" cy="74" r="8"/><circle cx="50" cy="86" r="6"/><circle cx="192" cy="48" r="5"/></g>`

const comb: Emblem = (p) => {
  const teeth = Array.from(
    { length: 9 },
    (_, i) =>
      `<rect x="${52 + i * 17.4}" y="120" width="9.4" height="${76 - Math.abs(4 - i) * 3}" rx="4.7"/>`,
  )
  return `<g transform="rotate(-18 128 128)">
    <path d="M40 92 C72 58 184 58 216 92 V118 a10 10 0 0 1 -10 10 H50 a10 10 0 0 1 -10 -10 Z" fill="${p.accent}"/>
    <path d="M40 92 C72 58 184 58 216 92 C180 78 76 78 40 92 Z" fill="${p.second}"/>
    <g fill="${p.accent}">${teeth.join('')}</g>
    <circle cx="128" cy="104" r="8" fill="${p.deep}"/></g>`
}

const gecko: Emblem = (p) => `
  <g fill="none" stroke="${p.accent}" stroke-linecap="round" stroke-linejoin="round">
    <path d="M122 92 C148 128 96 150 124 186 C140 208 178 204 176 176 C174 160 152 162 156 176" stroke-width="22"/>
    <g stroke-width="13"><path d="M124 102 L172 84 L184 58"/><path d="M118 110 L72 110 L52 88"/><path d="M126 156 L176 138 L204 146"/><path d="M116 152 L74 166 L62 196"/></g>
  </g>
  <path d="M120 102 C92 92 84 58 104 38 C130 38 146 72 136 98 Z" fill="${p.accent}"/>
  <circle cx="103" cy="58" r="5.5" fill="${p.deep}"/><circle cx="122" cy="56" r="5.5" fill="${p.deep}"/>
  <g fill="${p.second}"><circle cx="184" cy="54" r="10"/><circle cx="49" cy="84" r="10"/><circle cx="208" cy="147" r="10"/><circle cx="61" cy="201" r="10"/></g>`

const lotus: Emblem = (p) => `
  <path d="M128 184 C78 188 42 164 30 118 C76 116 112 138 128 184 Z" fill="${p.soft}"/>
  <path d="M128 184 C178 188 214 164 226 118 C180 116 144 138 128 184 Z" fill="${p.soft}"/>
  <path d="M128 186 C88 172 66 128 74 80 C112 96 132 138 128 186 Z" fill="${p.paper}"/>
  <path d="M128 186 C168 172 190 128 182 80 C144 96 124 138 128 186 Z" fill="${p.paper}"/>
  <path d="M128 188 C100 150 100 96 128 56 C156 96 156 150 128 188 Z" fill="${p.accent}"/>
  <path d="M58 206 H198" stroke="${p.paper}" stroke-width="9" stroke-linecap="round"/><path d="M92 224 H164" stroke="${p.soft}" stroke-width="7" stroke-linecap="round"/>`

const moonReel: Emblem = (p) => {
  const holes = Array.from({ length: 5 }, (_, i) => {
    const angle = (i / 5) * 2 * Math.PI - Math.PI / 2
    return `<circle cx="${128 + 46 * Math.cos(angle)}" cy="${128 + 46 * Math.sin(angle)}" r="17"/>`
  })
  return `<circle cx="128" cy="128" r="86" fill="${p.accent}"/>
    <path d="M128 42 A86 86 0 0 1 128 214 A104 104 0 0 0 128 42 Z" fill="#000" opacity=".14"/>
    <g fill="${p.deep}">${holes.join('')}<circle cx="128" cy="128" r="10"/></g>
    <path d="M128 214 C168 214 196 206 232 224" fill="none" stroke="${p.accent}" stroke-width="14" stroke-linecap="round"/>
    <g fill="${p.paper}"><circle cx="40" cy="52" r="5"/><circle cx="216" cy="44" r="6"/><circle cx="30" cy="196" r="4"/></g>`
}

const meeple: Emblem = (p) => `
  <path d="M128 40 C150 40 160 58 157 80 C186 86 214 100 214 118 C214 134 192 134 170 130 C176 150 198 168 198 180 C198 190 190 192 180 192 H148 C138 192 136 172 128 172 C120 172 118 192 108 192 H76 C66 192 58 190 58 180 C58 168 80 150 86 130 C64 134 42 134 42 118 C42 100 70 86 99 80 C96 58 106 40 128 40 Z" fill="${p.accent}"/>
  <path d="M128 40 C150 40 160 58 157 80 C186 86 214 100 214 118 C214 134 192 134 170 130 C176 150 198 168 198 180 C198 190 190 192 180 192 H166 C178 150 150 128 146 100 C144 80 146 56 128 40 Z" fill="#000" opacity=".12"/>
  <path d="M28 214 q17 -15 34 0 t33 0 t33 0 t33 0 t33 0 t34 0" fill="none" stroke="${p.paper}" stroke-width="10" stroke-linecap="round"/>`

const kite: Emblem = (p) => `<g transform="translate(-14 2)">
  <path d="M118 168 C110 196 150 196 138 222 C130 238 100 232 96 246" fill="none" stroke="${p.paper}" stroke-width="6" stroke-linecap="round"/>
  <g stroke="none"><path d="M150 26 L206 92 L112 178 L84 84 Z" fill="${p.paper}"/>
  <path d="M150 26 L206 92 L140 98 Z" fill="${p.accent}"/><path d="M84 84 L140 98 L112 178 Z" fill="${p.accent}"/>
  <path d="M206 92 L112 178 L140 98 Z" fill="${p.second}"/></g>
  <g fill="${p.accent}"><path d="M128 198 l-18 -8 l4 18 z"/><path d="M132 200 l17 -9 l-2 18 z"/><path d="M118 232 l-16 -10 l0 17 z" fill="${p.second}"/></g></g>`

const fox: Emblem = (p) => `
  <path d="M44 48 L98 84 Q128 76 158 84 L212 48 L204 132 Q196 176 128 218 Q60 176 52 132 Z" fill="${p.main}"/>
  <path d="M128 218 Q60 176 52 132 Q92 124 128 176 Q164 124 204 132 Q196 176 128 218 Z" fill="${p.paper}"/>
  <path d="M58 70 L88 90 L64 102 Z" fill="${p.deep}"/><path d="M198 70 L168 90 L192 102 Z" fill="${p.deep}"/>
  <circle cx="96" cy="130" r="9.5" fill="${p.deep}"/><circle cx="160" cy="130" r="9.5" fill="${p.deep}"/>
  <path d="M112 196 Q128 184 144 196 L128 216 Z" fill="${p.deep}"/>
  <path d="M136 82 L112 116 H127 L119 146 L146 108 H130 Z" fill="${p.second}"/>`

const heron: Emblem = (p) => `
  <circle cx="178" cy="84" r="38" fill="${p.accent}"/>
  <path d="M60 176 C74 128 118 122 132 132 C150 142 128 108 106 92 C86 76 96 48 122 50 L168 62 L126 70 C118 72 122 80 132 90 C168 124 186 168 130 190 C102 200 76 192 60 176 Z" fill="${p.paper}"/>
  <path d="M60 176 C90 150 128 150 160 158 C154 174 146 184 130 190 C102 200 76 192 60 176 Z" fill="${p.soft}"/>
  <path d="M108 52 C94 44 82 46 72 54 C86 56 92 60 100 66 Z" fill="${p.deep}"/><circle cx="122" cy="59" r="4" fill="${p.deep}"/>
  <path d="M112 192 V226 M134 188 V226" stroke="${p.second}" stroke-width="7" stroke-linecap="round"/>
  <path d="M52 228 H196" stroke="${p.paper}" stroke-width="9" stroke-linecap="round"/>`

const wheel: Emblem = (p) => {
  const spokes = Array.from(
    { length: 6 },
    (_, i) => `<path d="M128 128 V66" transform="rotate(${i * 60 + 15} 128 128)"/>`,
  )
  return `<circle cx="128" cy="128" r="84" fill="none" stroke="${p.deep}" stroke-width="19"/>
    <circle cx="128" cy="128" r="66" fill="none" stroke="${p.paper}" stroke-width="7"/>
    <g stroke="${p.deep}" stroke-width="6" stroke-linecap="round">${spokes.join('')}</g>
    <g transform="rotate(45 128 128)"><rect x="115" y="64" width="26" height="140" rx="13" fill="${p.accent}"/>
    <path d="M115 20 V50 H141 V20 A38 38 0 1 1 115 20 Z" fill="${p.accent}"/><circle cx="128" cy="192" r="6" fill="${p.paper}"/></g>`
}

export const EMBLEMS: Record<Brand, { sign: Emblem; from: keyof Palette; to: string }> = {
  'demo-bank': { sign: bank, from: 'main', to: '#2334a8' },
  'sparrow-and-saucer': { sign: cupWithSparrow, from: 'main', to: '#b9612f' },
  'ninth-bowl': { sign: bowl, from: 'main', to: '#b62f25' },
  'pandan-cloud': { sign: cloudCone, from: 'main', to: '#4fae7b' },
  'basil-and-barrow': { sign: basil, from: 'main', to: '#4c8430' },
  'loom-and-lantern': { sign: lantern, from: 'deep', to: '#2b3380' },
  'otter-and-lace': { sign: laceBow, from: 'main', to: '#3f6f99' },
  'dewdrop-parlour': { sign: dewdrop, from: 'main', to: '#d87f80' },
  'copper-comb': { sign: comb, from: 'deep', to: '#2b3f49' },
  'gecko-wall': { sign: gecko, from: 'main', to: '#432a86' },
  'still-lotus': { sign: lotus, from: 'main', to: '#8b74bd' },
  'moonreel-cinema': { sign: moonReel, from: 'deep', to: '#2b2768' },
  'meeple-harbour': { sign: meeple, from: 'main', to: '#11666f' },
  'paper-kite-stays': { sign: kite, from: 'main', to: '#3d94cf' },
  'bright-fox': { sign: fox, from: 'deep', to: '#452a66' },
  'tidy-heron': { sign: heron, from: 'main', to: '#2f9aa4' },
  'spoke-and-spanner': { sign: wheel, from: 'main', to: '#f0bd4c' },
}

export function logo(brand: Brand, p: Palette): string {
  const { sign, from, to } = EMBLEMS[brand]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="0.6" y2="1">
      <stop offset="0" stop-color="${p[from]}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="256" height="256" fill="url(#ground)"/>${sign(p)}</svg>`
}
