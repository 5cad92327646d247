import { render } from 'preact'
import { App } from './app.tsx'
import { restoreTheme } from './theme.ts'

restoreTheme()
render(<App />, document.body)
