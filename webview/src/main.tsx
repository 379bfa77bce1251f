import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import { App } from './app.tsx'
import { chooseLanguage } from './language/words.ts'
import { startNavigation } from './routing/navigation.ts'
import { fetchScreensWhenIdle } from './routing/screens.tsx'
import { takeToken } from './session/fragment.ts'
import { openSession } from './session/session.ts'

// Before anything else: from here on the token is in memory only.
const token = takeToken()
startNavigation()
openSession(token)
chooseLanguage().then(() => {
  render(<App />, document.getElementById('app') as HTMLElement)
  fetchScreensWhenIdle()
})
