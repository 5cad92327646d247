import { useId } from 'preact/hooks'
import type { Options } from '../labels.ts'
import { Claw } from './claws.tsx'
import { FieldError } from './field-error.tsx'

interface ClawsInputProps {
  /** From 5 to 1, with what each number means. */
  options: Options<string>
  value: string | undefined
  onValue(value: string): void
  error: string | undefined
}

/** The choice of 1 to 5 claws: large claws, each with its radio button below. */
export function ClawsInput({ options, value, onValue, error }: ClawsInputProps) {
  const errorId = useId()
  const ascending = options.toReversed()
  const chosen = ascending.find(([claws]) => claws === value)
  const [[, least] = ['', ''], [, most] = ['', '']] = [ascending[0], ascending.at(-1)]
  return (
    <fieldset class="claws-input" data-invalid={error ? '' : undefined} aria-describedby={error && errorId}>
      <legend>Claws</legend>
      <div class="claws-choices">
        {ascending.map(([claws, meaning]) => (
          <label key={claws} class={Number(claws) <= Number(value ?? 0) ? 'claw-choice full' : 'claw-choice'}>
            <Claw />
            <input
              type="radio"
              name="claws"
              checked={claws === value}
              onChange={() => onValue(claws)}
              aria-label={`${claws} · ${meaning}`}
            />
            <span aria-hidden="true">{claws}</span>
          </label>
        ))}
      </div>
      <p class="quiet" aria-hidden="true">
        {chosen
          ? `${chosen[0]} · ${chosen[1]}`
          : `From 1, ${least.toLowerCase()}, to 5, ${most.toLowerCase()}`}
      </p>
      {error && <FieldError id={errorId} label="Claws" error={error} />}
    </fieldset>
  )
}
