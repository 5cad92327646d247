// `npm run bench -- site`, and so on; without a name the benchmark of the service.
import { variant } from '../local/cli/command.ts'

await variant(
  'bench',
  {
    service: () => import('./service.ts'),
    site: () => import('./site.ts'),
    search: () => import('./search.ts'),
    attacks: () => import('./attacks.ts'),
    ranking: () => import('./ranking.ts'),
  },
  'service',
)
