import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

export const theme = createTheme({
  fontFamily: SYSTEM,
  headings: { fontFamily: SYSTEM, fontWeight: '650' },
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
})

/** Some of Mantine's colours are too quiet to read: 4.5:1 on every ground that is used here. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray?.[7] as string,
    '--mantine-color-placeholder': colors.gray?.[7] as string,
  },
  dark: {
    '--mantine-color-dimmed': colors.dark?.[1] as string,
    '--mantine-color-placeholder': colors.dark?.[1] as string,
    '--mantine-color-anchor': colors.indigo?.[3] as string,
  },
})
