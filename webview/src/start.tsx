import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import { App } from './app.tsx'
import { askFirstAnswers } from './home/first-answers.ts'
import { chooseLanguage } from './language/words.ts'
import { mendStyles } from './look/mend-styles.ts'
import { startNavigation } from './routing/navigation.ts'
import { fetchScreensWhenIdle } from './routing/screens.tsx'
import { currentToken, openSession } from './session/session.ts'

/** For an answer that is about to come: what is drawn without it is drawn again, and holds up its picture. */
const PATIENCE_MS = 50

openSession()
const answered = currentToken() === null ? null : askFirstAnswers()
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
startNavigation()
mendStyles()
Promise.all([chooseLanguage(), Promise.race([answered, patience])]).then(() => {
  render(<App />, document.getElementById('app') as HTMLElement)
  fetchScreensWhenIdle()
})
