import { useState } from 'preact/hooks'

interface LongTextProps {
  text: string
  /** The class of the paragraph. */
  class: string
  /** What the text is, for the button: “review”. */
  what: string
  /** Which one it is, for screen readers: “by Ada”. */
  label?: string
  /** A text of more characters is cut at two thirds of them. */
  maxLength: number
}

/** An untrusted text, which is shortened until the user expands it. */
export function LongText({ text, class: className, what, label, maxLength }: LongTextProps) {
  const characters = [...text]
  const isLong = characters.length > maxLength
  const [isExpanded, setExpanded] = useState(false)
  const buttonText = isExpanded ? 'Show less' : `Show full ${what}`
  return (
    <>
      <p class={className} dir="auto">
        {isLong && !isExpanded ? `${characters.slice(0, (maxLength * 2) / 3).join('')}…` : text}
      </p>
      {isLong && (
        <button
          type="button"
          class="plain"
          aria-expanded={isExpanded}
          aria-label={label && `${buttonText} ${label}`}
          onClick={() => setExpanded(!isExpanded)}
        >
          {buttonText}
        </button>
      )}
    </>
  )
}
