import { render } from 'preact'
import '../theme/tokens.css'
import '../theme/base.css'
import './counter.css'
import { followScheme } from '../theme/scheme.ts'
import { CounterApp } from './counter-app.tsx'
import { language, words } from './counter-words.ts'

followScheme()
document.documentElement.lang = language
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
document.title = words.title

render(<CounterApp />, document.getElementById('app') as HTMLElement)
