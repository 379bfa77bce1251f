import { render } from 'preact'
import './theme/tokens.css'
import './theme/base.css'
import { App } from './app.tsx'
import { loadFirstScreen } from './home/home-queries.ts'
import { chooseLanguage } from './language/words.ts'
import { followSession } from './offline/follow-session.ts'
import { currentPlace, startNavigation } from './routing/navigation.ts'
import type { Route } from './routing/route.ts'
import { fetchScreen, fetchScreensWhenIdle } from './screens.tsx'
import { reportNavigation } from './session/report-navigation.ts'
import { currentToken, openSession } from './session/session.ts'
import { reloadMissingStyles } from './theme/reload-missing-styles.ts'
import { followScheme } from './theme/scheme.ts'

/** Waits this long for the first response, since rendering twice would delay the first picture. */
const MAX_WAIT_MS = 50

followScheme()
followSession()
openSession()
startNavigation()
const firstScreen = currentToken() === null ? null : load(currentPlace().route.screen)
const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
reportNavigation()
reloadMissingStyles()
// Rendering is a separate task, so that a slow phone reacts to taps between loading and rendering.
const nextTask = new Promise((resolve) => setTimeout(resolve))
Promise.all([chooseLanguage(), nextTask, Promise.race([firstScreen, timeout])]).then(() => {
  render(<App />, document.getElementById('app') as HTMLElement)
  fetchScreensWhenIdle()
})

/** A link to another screen needs its code first of all. */
function load(screen: Route['screen']): Promise<unknown> {
  return screen === 'home' ? loadFirstScreen() : fetchScreen(screen).catch(() => {})
}
