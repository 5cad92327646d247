import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { FieldError } from './field-error.tsx'
import '../styles/forms.css'

interface FieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** The API's message about the value; it follows the label in a sentence. */
  error?: string | undefined
  hint?: ComponentChildren
  required?: boolean
  /** The number of visible lines of a multi-line text. */
  rows?: number
  type?: 'text' | 'email' | 'url' | 'password'
  inputMode?: 'decimal' | 'numeric'
}

/** A labelled field with its hint and error. */
export function Field(props: FieldProps) {
  const { label, value, onValue, error, hint, required, rows, type = 'text', inputMode } = props
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const common = {
    id,
    value,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-required': required,
    'aria-describedby': describedBy || undefined,
    autocomplete: 'off' as const,
    dir: 'auto' as const,
  }
  return (
    <div class="field">
      <label for={id}>
        {label} {!required && <span class="optional">optional</span>}
      </label>
      {rows ? (
        <textarea {...common} rows={rows} onInput={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input
          {...common}
          // Preact's types allow only one literal here.
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
      {error && <FieldError id={`${id}-error`} label={label} error={error} />}
    </div>
  )
}
