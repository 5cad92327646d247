import { Fragment } from 'preact'

/** A text of the document with its Markdown, of which it uses only code and strong text. */
export function RichText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => (
        <Fragment key={i}>{i % 2 === 0 ? part : <Marked text={part} />}</Fragment>
      ))}
    </>
  )
}

function Marked({ text }: { text: string }) {
  return text.startsWith('`') ? <code>{text.slice(1, -1)}</code> : <strong>{text.slice(2, -2)}</strong>
}

/** A path that breaks before its slashes. */
export function BreakablePath({ path }: { path: string }) {
  return (
    <>
      {path.split(/(?=\/)/).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
