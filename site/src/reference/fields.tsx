import { type ComponentChildren, Fragment } from 'preact'
import { limitsOf, nameOf, type Parameter, type Schema } from './openapi.ts'
import { RichText } from './rich-text.tsx'

/** The parameters of an operation. */
export function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <dl class="fields">
      {parameters.map(({ name, in: place, description, required, schema }) => (
        <Field key={name} name={name} schema={{ ...schema, description: description ?? '' }}>
          {place === 'query' ? '' : ` in the ${place}`}
          {place !== 'path' && required && ', required'}
        </Field>
      ))}
    </dl>
  )
}

/**
 * The fields of an object.
 *
 * @param isRequest whether to say which are required: those of a response are always there
 */
export function Fields({ schema, isRequest = false }: { schema: Schema; isRequest?: boolean }) {
  return (
    <dl class="fields">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <Field key={name} name={name} schema={field}>
          {isRequest && schema.required?.includes(name) && ', required'}
        </Field>
      ))}
    </dl>
  )
}

interface FieldProps {
  name: string
  schema: Schema
  /** What follows the type. */
  children: ComponentChildren
}

function Field({ name, schema, children }: FieldProps) {
  const limits = limitsOf(schema)
  return (
    <div>
      <dt>
        <code>{name}</code>{' '}
        <span class="quiet">
          <TypeOf schema={schema} />
          {children}
          {limits && `, ${limits}`}
        </span>
      </dt>
      {schema.description && (
        <dd>
          <RichText text={schema.description} />
        </dd>
      )}
    </div>
  )
}

/** The type of a value, with links to the objects of the reference. */
export function TypeOf({ schema }: { schema: Schema }) {
  const { $ref, anyOf, type, items, format } = schema
  if ($ref) {
    const name = nameOf($ref)
    return <a href={`#${name}`}>{name}</a>
  }
  if (anyOf) {
    return (
      <>
        {anyOf.map((option, i) => (
          <Fragment key={i}>
            {i > 0 && ' or '}
            <TypeOf schema={option} />
          </Fragment>
        ))}
      </>
    )
  }
  if (type === 'array' && items) {
    return (
      <>
        list of <TypeOf schema={items} />
      </>
    )
  }
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return <>{values.map((value) => JSON.stringify(value)).join(' or ')}</>
  const names = [type ?? 'any']
    .flat()
    .map((name) => (name === 'string' && format ? formatName(format) : name))
  return <>{names.join(' or ')}</>
}

function formatName(format: string): string {
  return { 'date-time': 'time', uri: 'URI', uuid: 'UUID' }[format] ?? format
}
