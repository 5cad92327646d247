import { useEffect, useState } from 'preact/hooks'

/** The window has space for two columns. */
export const WIDE = '(width >= 60rem)'

/** Whether a media query matches; the component is rendered again when that changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const listener = () => setMatches(media.matches)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }, [query])
  return matches
}
