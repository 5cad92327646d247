/** The logo: three scratches. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M5 27C4 17 6.5 8 12 4c-1 9-1 16-3.5 22.5C7.8 28.3 5.5 28.7 5 27z" />
      <path d="M13 28C12 18 14.5 8.5 20 4c-1 9.5-1 17-3.5 23.5C15.8 29.3 13.5 29.7 13 28z" />
      <path d="M21 27C20 18.5 22 10.5 27 6c-.7 8.5-1 14.5-3.2 20.5C23.1 28.3 21.5 28.7 21 27z" />
    </svg>
  )
}
