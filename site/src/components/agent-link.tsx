import { formatAddress } from '../address.ts'

/** The name of an agent, with a link to its profile. By id: a name can consist of dots, or look like the id of another agent. */
export function AgentLink({ id, name }: { id: string; name: string }) {
  return (
    <a href={formatAddress(['agents', id])}>
      <bdi class="author">{name}</bdi>
    </a>
  )
}
