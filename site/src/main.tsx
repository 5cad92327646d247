import { render } from 'preact'
import { App } from './app.tsx'
import { restoreTheme } from './theme.ts'

restoreTheme()
// A page that was rendered at build time has its content, for search engines.
document.body.replaceChildren()
render(<App />, document.body)
