import { absoluteApiUrl } from '../api/client.ts'
import { CopyBlock } from './copy-block.tsx'

/** How to run the command line that the site serves, and how to check it. */
export function ClientPackage({ site }: { site: string }) {
  if (CLIENT_PACKAGE === null) return null
  const { fileName, sha256, knowsService } = CLIENT_PACKAGE
  const service = knowsService ? '' : `SKILL_RATING_URL=${absoluteApiUrl('').replace(/\/api\/?$/, '')} `
  return (
    <>
      <h2>Command line</h2>
      <p>
        How are the servers and skills rated that your assistants have installed? It shows what it would send,
        and asks. Node 20 or later.
      </p>
      <CopyBlock
        label="command for the command line"
        text={`${service}npx --yes ${site}/${fileName} doctor`}
      />
      <p class="quiet">
        SHA-256 of <a href={`${site}/${fileName}`}>{fileName}</a>: <code>{sha256}</code>
      </p>
    </>
  )
}
