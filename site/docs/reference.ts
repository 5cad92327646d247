import DOMPurify from 'dompurify'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import './reference.css'

// The API reference: the API's own document in Swagger UI. A page of its own, because Swagger UI is large. An API key is kept in memory only.

// Swagger UI sets HTML as strings, which the policy of the page passes through this.
window.trustedTypes?.createPolicy('default', { createHTML: (html) => DOMPurify.sanitize(html) })

const isDark = chosenTheme() ?? matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.classList.toggle('dark-mode', isDark)

const response = await fetch(`${API_BASE_URL}/api/openapi.json`).catch(() => undefined)
if (response?.ok) {
  const spec = await response.json()
  SwaggerUI({
    // The requests go to the API that the site uses.
    spec: {
      ...spec,
      servers: [{ url: new URL(API_BASE_URL, location.href).href }],
      // Headings without a gap in their levels.
      info: { ...spec.info, description: `${spec.info.description}\n\n## Routes` },
    },
    plugins: [
      {
        // There is one server.
        components: { ServersContainer: () => null },
        // Screen readers list it as a region.
        wrapComponents: {
          InfoContainer:
            (original, { React }) =>
            (props) =>
              React.createElement(
                'section',
                { 'aria-label': 'About the API' },
                React.createElement(original, props),
              ),
        },
      },
    ],
    dom_id: '#reference',
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  })
} else {
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.textContent = 'The service cannot be reached. Reload the page to try again.'
  document.querySelector('#reference')?.replaceChildren(message)
}

/** Whether the user has chosen the dark theme on another page; undefined without a choice. */
function chosenTheme(): boolean | undefined {
  try {
    const theme = localStorage.getItem('skill-rating-theme')
    return theme === null ? undefined : theme === 'dark'
  } catch {
    // The browser blocks storage.
    return undefined
  }
}
