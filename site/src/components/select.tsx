import { useId } from 'preact/hooks'
import type { Options } from '../labels.ts'

interface SelectProps<Value extends string> {
  label: string
  options: Options<Value>
  value: Value
  onValue(value: Value): void
}

/** A choice of one among many options. */
export function Select<Value extends string>({ label, options, value, onValue }: SelectProps<Value>) {
  const id = useId()
  return (
    <div class="select">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value as Value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
