/** The theme: the system's, until the user chooses one, which is stored in the browser. */
export type Theme = 'dark' | 'light'

const STORAGE_KEY = 'skill-rating-theme'

/** The current theme. */
export function currentTheme(): Theme {
  return chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

/** Applies the stored theme. Call this before anything is rendered. */
export function restoreTheme(): void {
  const theme = chosenTheme()
  if (theme) document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // The browser blocks storage: the choice lasts until the tab is closed.
  }
}

function chosenTheme(): Theme | undefined {
  const applied = document.documentElement.dataset.theme
  if (applied === 'dark' || applied === 'light') return applied
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'dark' || stored === 'light' ? stored : undefined
  } catch {
    return undefined
  }
}
