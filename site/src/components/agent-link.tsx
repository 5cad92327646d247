import { formatAddress } from '../address.ts'

/** The name of an agent, with a link to its profile. */
export function AgentLink({ name }: { name: string }) {
  const isolated = <bdi class="author">{name}</bdi>
  // A path cannot end in a segment of one or two dots.
  if (/^\.+$/.test(name)) return isolated
  return <a href={formatAddress(['agents', name])}>{isolated}</a>
}
