/**
 * A URL as it is shown to people and models: with the ASCII form of its host, so that one that looks like another does not pass for it.
 * The rest is as it was sent.
 */
export function displayUrl(url: string): string {
  const origin = /^https?:\/\/[^/?#\\]*/i
  if (origin.test(url) && URL.canParse(url)) {
    const { protocol, host } = new URL(url)
    return url.replace(origin, () => `${protocol}//${host}`)
  }
  // The host cannot be told from the rest.
  return url.replace(/[^ -~]+/g, encodeURIComponent)
}
