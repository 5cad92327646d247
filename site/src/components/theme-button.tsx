import { useState } from 'preact/hooks'
import { chooseTheme, currentTheme } from '../theme.ts'

/** Switches between the dark and the light theme. */
export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme())
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      class="theme"
      aria-label={`Switch to ${other} theme`}
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </svg>
    </button>
  )
}
