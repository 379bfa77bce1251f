import { Combobox, type CSSVariablesResolver, createTheme, Input, Modal } from '@mantine/core'
import { FocusKeepingButton } from './kit/focus-keeping-button.tsx'
import { KIT_WORDS } from './words/kit.ts'

const SYSTEM = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

const DIALOG = {
  closeButtonProps: { 'aria-label': KIT_WORDS.close },
  // The page has one header. That of a dialog is no landmark.
  attributes: { header: { role: 'none' } },
}

export const theme = createTheme({
  fontFamily: SYSTEM,
  headings: { fontFamily: SYSTEM, fontWeight: '650' },
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { component: FocusKeepingButton } },
    Alert: { defaultProps: { variant: 'light' } },
    Button: { defaultProps: { component: FocusKeepingButton } },
    // Closed lists stay out of the document: 400 time zones would be in every merchant form.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // Hints stand below, so that inputs side by side are on one line.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    }),
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': KIT_WORDS.showPassword } },
    },
    Drawer: { defaultProps: DIALOG },
    Modal: Modal.extend({
      defaultProps: { centered: true, ...DIALOG },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
  },
})

/** Some of Mantine's colors are too quiet to read. These have a contrast of 4.5:1 on every ground that is used here. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray?.[7] as string,
    '--mantine-color-placeholder': colors.gray?.[7] as string,
    '--mantine-color-error': colors.red?.[9] as string,
    '--mantine-color-indigo-light-hover': colors.indigo?.[1] as string,
    '--mantine-color-orange-light-color': '#8a3500',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark?.[1] as string,
    '--mantine-color-placeholder': colors.dark?.[1] as string,
    '--mantine-color-error': colors.red?.[4] as string,
    '--mantine-color-anchor': colors.indigo?.[3] as string,
  },
})
