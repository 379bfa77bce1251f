import { render } from 'preact'
import { App } from './app.tsx'
import './style.css'
import { takeToken } from './token.ts'

const token = takeToken()
render(<App firstToken={token} />, document.getElementById('app') as HTMLElement)
