import '@mantine/core/styles.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followOtherTabs } from './sign-in/session-tabs.ts'
import { cssVariables, theme } from './theme.ts'

followOtherTabs()
createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <App />
    </MantineProvider>
  </StrictMode>,
)
