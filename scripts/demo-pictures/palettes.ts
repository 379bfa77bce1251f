/** The colors of one brand: from the darkest to the background, then two accents. */
export type Palette = {
  deep: string
  main: string
  soft: string
  paper: string
  accent: string
  second: string
}

export const PALETTES = {
  'demo-bank': {
    deep: '#16205f',
    main: '#3146d3',
    soft: '#c9d1ff',
    paper: '#f5f6ff',
    accent: '#6ff0c4',
    second: '#8f9cff',
  },
  'sparrow-and-saucer': {
    deep: '#3f2217',
    main: '#cf7b48',
    soft: '#f6cfa6',
    paper: '#fff5e8',
    accent: '#1f7a74',
    second: '#f2b04c',
  },
  'ninth-bowl': {
    deep: '#4d1320',
    main: '#d6452f',
    soft: '#ffc9a3',
    paper: '#fff1e2',
    accent: '#f5b53d',
    second: '#4f8a54',
  },
  'pandan-cloud': {
    deep: '#1c5643',
    main: '#6fc493',
    soft: '#c9efd3',
    paper: '#fffaf0',
    accent: '#ff8ea3',
    second: '#ffd783',
  },
  'basil-and-barrow': {
    deep: '#24441f',
    main: '#6ba242',
    soft: '#dcebb5',
    paper: '#fbf8e6',
    accent: '#e2522d',
    second: '#f6bb42',
  },
  'loom-and-lantern': {
    deep: '#191d4e',
    main: '#3a4396',
    soft: '#c6c8f0',
    paper: '#faf5ea',
    accent: '#f0a63a',
    second: '#c9533f',
  },
  'otter-and-lace': {
    deep: '#1b3048',
    main: '#5f8fb8',
    soft: '#cfe3f1',
    paper: '#f7fafb',
    accent: '#ff6b57',
    second: '#f3c66b',
  },
  'dewdrop-parlour': {
    deep: '#70283f',
    main: '#e79a95',
    soft: '#fbd9d2',
    paper: '#fff6f2',
    accent: '#7ba58a',
    second: '#e8b865',
  },
  'copper-comb': {
    deep: '#1d2a31',
    main: '#3c5560',
    soft: '#d8cfc2',
    paper: '#f8f1e6',
    accent: '#cc7a3e',
    second: '#e4b07c',
  },
  'gecko-wall': {
    deep: '#2f1d59',
    main: '#5b3da6',
    soft: '#d9cdf7',
    paper: '#f8f5ff',
    accent: '#b4d82f',
    second: '#ff8a3d',
  },
  'still-lotus': {
    deep: '#42306a',
    main: '#a48fd0',
    soft: '#e2d7f3',
    paper: '#fbf7ff',
    accent: '#f59f86',
    second: '#7fb79c',
  },
  'moonreel-cinema': {
    deep: '#141638',
    main: '#35307a',
    soft: '#a7a3e0',
    paper: '#fdf6e3',
    accent: '#ffce52',
    second: '#e2445c',
  },
  'meeple-harbour': {
    deep: '#0b3a48',
    main: '#1b8590',
    soft: '#bfe6e3',
    paper: '#f4fbf8',
    accent: '#ffb52b',
    second: '#dd3f39',
  },
  'paper-kite-stays': {
    deep: '#13446a',
    main: '#5fb0e3',
    soft: '#cbe9fa',
    paper: '#fdf7ea',
    accent: '#ff7a59',
    second: '#f5cf93',
  },
  'bright-fox': {
    deep: '#2a1a40',
    main: '#ff7d23',
    soft: '#ffd6ad',
    paper: '#fff6ec',
    accent: '#3f78ff',
    second: '#ffd34d',
  },
  'tidy-heron': {
    deep: '#0f4a55',
    main: '#4bb8c0',
    soft: '#c3ecec',
    paper: '#f3fcfb',
    accent: '#ffcb57',
    second: '#ff8c73',
  },
  'spoke-and-spanner': {
    deep: '#2f2b27',
    main: '#e2a52d',
    soft: '#f9e0a4',
    paper: '#fff8e6',
    accent: '#23968a',
    second: '#d9533b',
  },
} satisfies Record<string, Palette>

export type Brand = keyof typeof PALETTES
