import { Fragment } from 'preact'

/** A text of the document with its Markdown: paragraphs, lists, code and strong text. */
export function RichText({ text }: { text: string }) {
  return (
    <>
      {text.split('\n\n').map((block) =>
        block.startsWith('- ') ? (
          <ul key={block}>
            {block.split(/^- /m).map(
              (item) =>
                item && (
                  <li key={item}>
                    <Inline text={item} />
                  </li>
                ),
            )}
          </ul>
        ) : (
          <p key={block}>
            <Inline text={block} />
          </p>
        ),
      )}
    </>
  )
}

function Inline({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => {
        if (i % 2 === 0) return <Fragment key={i}>{part}</Fragment>
        return part.startsWith('`') ? (
          <code key={i}>{part.slice(1, -1)}</code>
        ) : (
          <strong key={i}>{part.slice(2, -2)}</strong>
        )
      })}
    </>
  )
}
