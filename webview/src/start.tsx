import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import { App } from './app.tsx'
import { chooseLanguage } from './language/words.ts'
import { startNavigation } from './routing/navigation.ts'
import { fetchScreensWhenIdle } from './routing/screens.tsx'

startNavigation()
chooseLanguage().then(() => {
  render(<App />, document.getElementById('app') as HTMLElement)
  fetchScreensWhenIdle()
})
