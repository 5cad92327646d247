/** Dark or light: what the system says, until the reader chooses; the choice is kept in the browser. */
export type Theme = 'dark' | 'light'

const STORED_AS = 'skill-rating-theme'

/** The theme that is to be shown. */
export function theme(): Theme {
  return chosen() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}

/** Shows what was chosen at an earlier visit. To be called before anything is drawn. */
export function restoreTheme(): void {
  const kept = chosen()
  if (kept) document.documentElement.dataset.theme = kept
}

export function chooseTheme(choice: Theme): void {
  document.documentElement.dataset.theme = choice
  try {
    localStorage.setItem(STORED_AS, choice)
  } catch {
    // A browser that keeps nothing: the choice holds until the tab is closed.
  }
}

function chosen(): Theme | undefined {
  const now = document.documentElement.dataset.theme
  if (now === 'dark' || now === 'light') return now
  try {
    const kept = localStorage.getItem(STORED_AS)
    return kept === 'dark' || kept === 'light' ? kept : undefined
  } catch {
    return undefined
  }
}
