// `npm run bench -- search`, and so on; without a name the benchmark of the service.
import { variant } from '../local/cli/command.ts'

await variant(
  'bench',
  {
    service: () => import('./service.ts'),
    search: () => import('./search.ts'),
    // biome-ignore lint/style/noRestrictedImports: this starts a program of the tests and shares nothing with it
    attacks: () => import('../tests/security/attacks/cost.ts'),
  },
  'service',
)
