declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Component = (props: object) => unknown
  interface Plugin {
    components: Record<string, Component>
    wrapComponents: Record<
      string,
      (original: Component, system: { React: { createElement(...args: unknown[]): unknown } }) => Component
    >
  }
  export default function SwaggerUI(options: { plugins: Plugin[]; [name: string]: unknown }): void
}

/** TypeScript's types and older browsers lack it. */
interface Window {
  trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): unknown }
}
