/** The client of MCP that the user chose, on all pages and later visits. */

const STORAGE_KEY = 'skill-rating-client'

/** Its name; null on the first visit. */
export function chosenClient(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // The browser blocks storage.
    return null
  }
}

export function chooseClient(name: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, name)
  } catch {
    // The browser blocks storage: the choice lasts as long as the page.
  }
}
