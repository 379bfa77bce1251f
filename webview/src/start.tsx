import { render } from 'preact'
import './theme/tokens.css'
import './theme/base.css'
import { App } from './app.tsx'
import { loadFirstScreen } from './home/home-queries.ts'
import { chooseLanguage } from './language/words.ts'
import { startNavigation } from './routing/navigation.ts'
import { fetchScreensWhenIdle } from './routing/screens.tsx'
import { currentToken, openSession } from './session/session.ts'
import { reloadMissingStyles } from './theme/reload-missing-styles.ts'

/** Waits this long for the first response, since rendering twice would delay the first picture. */
const MAX_WAIT_MS = 50

openSession()
const firstScreen = currentToken() === null ? null : loadFirstScreen()
const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
startNavigation()
reloadMissingStyles()
Promise.all([chooseLanguage(), Promise.race([firstScreen, timeout])]).then(() => {
  render(<App />, document.getElementById('app') as HTMLElement)
  fetchScreensWhenIdle()
})
