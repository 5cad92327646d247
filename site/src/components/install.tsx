import { displayUrl } from '../../../functions/_shared/text/display-url.ts'
import { repositoryAt } from '../repository.ts'
import { CopyBlock } from './copy-block.tsx'

/**
 * The skill's link, and how to get it from GitHub. No command contains text of a name or description. The API accepts only http and
 * https; this does not rely on it.
 */
export function Install({ url }: { url: string | null }) {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const repository = repositoryAt(url)
  return (
    <div class="install">
      <p class="web-link">
        <a href={url} rel="noopener noreferrer nofollow ugc" dir="ltr">
          {repository ? `${repository.path} on GitHub` : displayUrl(url)}
        </a>
      </p>
      {repository && <CopyBlock label="install command" text={repository.cloneCommand} />}
    </div>
  )
}
