/** The registries of packages that the form offers. Package URLs of others can be entered as they are. */
export const REGISTRY_LABELS = { npm: 'npm', pypi: 'PyPI', docker: 'Docker' }

export type Registry = keyof typeof REGISTRY_LABELS

/** What people type after the name of a package: its version, tag or digest, extras or conditions. */
const VERSIONS: Record<Registry, RegExp> = {
  npm: /(?<=.)@[^/]*$/,
  pypi: /[[=<>!~;@\s].*$/,
  docker: /(:[^/:@]*)?(@[^/]*)?$/,
}

/**
 * The package URL of what was entered: the name of a package, such as `@playwright/mcp`, with or without a version, or a package URL.
 * Undefined for nothing. Not checked: the API says what is wrong.
 */
export function packageUrlOf(registry: Registry, entered: string): string | undefined {
  const text = entered.trim()
  if (text === '' || /^pkg:/i.test(text)) return text || undefined
  // A lone surrogate cannot be encoded.
  const name = text.replace(VERSIONS[registry], '').replace(/\p{Surrogate}/gu, '\ufffd')
  return `pkg:${registry}/${name.split('/').map(encodeURIComponent).join('/')}`
}
