import '@mantine/core/styles.css'
import './style.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followOtherTabs } from './sign-in/session-tabs.ts'
import { cssVariables, theme } from './theme.ts'
import { LANGUAGE } from './time/language.ts'

followOtherTabs()
createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <DirectionProvider initialDirection={LANGUAGE === 'ar' ? 'rtl' : 'ltr'} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <App />
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
