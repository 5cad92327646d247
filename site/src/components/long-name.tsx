import { Fragment } from 'preact'

/** A name. One of the MCP Registry, such as `io.github.owner/server`, breaks after its dots and its slash rather than anywhere. */
export function LongName({ name }: { name: string }) {
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) return <>{name}</>
  return (
    <>
      {name.split(/(?<=[./])/).map((part, i) => (
        <Fragment key={i}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </>
  )
}
