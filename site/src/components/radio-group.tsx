import { useId } from 'preact/hooks'
import type { Options } from '../labels.ts'
import { FieldError } from './field-error.tsx'

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Name of the radio buttons, unique on the page. */
  name: string
  options: Options<Value>
  value: Value | undefined
  onValue(value: Value): void
  error?: string | undefined
  /** Shows the options side by side. */
  inline?: boolean
}

/** A choice of one among a few options. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, options, value, onValue, error, inline } = props
  const errorId = useId()
  return (
    <fieldset
      class={inline ? 'radio-group inline' : 'radio-group'}
      data-invalid={error ? '' : undefined}
      aria-describedby={error && errorId}
    >
      <legend>{legend}</legend>
      <div class="options">
        {options.map(([option, label]) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onValue(option)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId} label={legend} error={error} />}
    </fieldset>
  )
}
