import { Fragment } from 'preact'

/** A text that ends in a name of a registry, such as `io.github.owner/server` or `@owner/package`: the last part tells it from others. */
const REGISTRY_NAME = /^(|.*\s)((?:@|[\w-]+\.)[\w.-]+\/)([\w.-]+)$/

/** A name or heading. Of a name of a registry, all but the last part is small. It breaks between its parts rather than within a word. */
export function LongName({ name }: { name: string }) {
  const [, start, namespace, last = name] = REGISTRY_NAME.exec(name) ?? []
  return (
    <>
      {start}
      {namespace && (
        <span class="namespace">
          <Breakable text={namespace} />
        </span>
      )}
      {namespace ? (
        <span class="last-part">
          <Breakable text={last} />
        </span>
      ) : (
        <Breakable text={last} />
      )}
    </>
  )
}

/** A text that can break after each `/`, `.`, `-` and `_`. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[/._-])(?=[^/._-])/).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
      {/[/._-]$/.test(text) && <wbr />}
    </>
  )
}
