import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Words } from '../labels.ts'

interface FieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** What the API has against the value: it goes on after the label. */
  fault?: string | undefined
  hint?: ComponentChildren
  required?: boolean
  /** A text of several lines: so many are seen. */
  long?: number
  type?: 'text' | 'email' | 'url' | 'password'
  inputMode?: 'decimal'
}

/** A labelled field with its hint and what is wrong with it. */
export function Field({
  label,
  value,
  onValue,
  fault,
  hint,
  required,
  long,
  type = 'text',
  inputMode,
}: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const common = {
    id,
    value,
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-required': required,
    'aria-describedby': described || undefined,
    autocomplete: 'off' as const,
    dir: 'auto' as const,
  }
  return (
    <div class="field">
      <label for={id}>
        {label} {!required && <span class="optional">optional</span>}
      </label>
      {long ? (
        <textarea {...common} rows={long} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input
          {...common}
          // Preact's types want to know which one.
          type={type as 'text'}
          inputMode={inputMode}
          spellcheck={type === 'text'}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && <Fault id={`${id}-fault`} label={label} fault={fault} />}
    </div>
  )
}

/** “Name is required.” */
export function Fault({ id, label, fault }: { id: string; label: string; fault: string }) {
  return (
    <p class="fault" id={id}>
      {label} {fault}.
    </p>
  )
}

interface ChoiceProps<Word extends string> {
  legend: string
  /** Name of the radio buttons: one of its own on each page. */
  name: string
  words: Words<Word>
  chosen: Word | undefined
  onChoice(word: Word): void
  fault?: string | undefined
  /** Whether the choices stand side by side. */
  inRow?: boolean
}

/** One of a few. */
export function Choice<Word extends string>(props: ChoiceProps<Word>) {
  const { legend, name, words, chosen, onChoice, fault, inRow } = props
  const id = useId()
  return (
    <fieldset
      class={inRow ? 'choice in-row' : 'choice'}
      data-invalid={fault ? '' : undefined}
      aria-describedby={fault && id}
    >
      <legend>{legend}</legend>
      <div class="choices">
        {words.map(([word, text]) => (
          <label key={word}>
            <input type="radio" name={name} checked={word === chosen} onChange={() => onChoice(word)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {fault && <Fault id={id} label={legend} fault={fault} />}
    </fieldset>
  )
}

interface SelectProps<Word extends string> {
  label: string
  words: Words<Word>
  chosen: Word
  onChoice(word: Word): void
}

/** One of many. */
export function Select<Word extends string>({ label, words, chosen, onChoice }: SelectProps<Word>) {
  const id = useId()
  return (
    <div class="select">
      <label for={id}>{label}</label>
      <select id={id} value={chosen} onChange={(event) => onChoice(event.currentTarget.value as Word)}>
        {words.map(([word, text]) => (
          <option key={word} value={word}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The button of a form. It keeps the focus while it waits, and says that it does. */
export function SendButton({ pending, text }: { pending: boolean; text: string }) {
  return (
    <button type="submit" class="main-button" aria-disabled={pending}>
      {pending ? 'Sending…' : text}
    </button>
  )
}
