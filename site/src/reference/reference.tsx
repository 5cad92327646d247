import { useEffect, useState } from 'preact/hooks'
import { absoluteApiUrl } from '../api/client.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Breakable } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { curlCommand, type ExampleValues, exampleValues, KEY_PLACEHOLDER } from './examples.ts'
import { Fields, Parameters, TypeOf } from './fields.tsx'
import { nameOf, type OpenApi, type Operation, operationsOf, type Response, type Schema } from './openapi.ts'
import { RichText } from './rich-text.tsx'
import '../styles/reference.css'

type Schemas = OpenApi['components']['schemas']

/** The reference of the API: every operation with an example, and the objects of the responses. */
export function Reference({ document }: { document: OpenApi }) {
  const { info, tags, components } = document
  const { data: values, error, retry } = useQuery('values', exampleValues)
  const operations = operationsOf(document)
  const bodies = new Set(operations.map(({ body }) => body?.schema.$ref && nameOf(body.schema.$ref)))
  useScrollRestoration(location.hash === '')
  useEffect(() => {
    // The browser looked for it before it was there.
    window.document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <div class="reference" aria-busy={!values && !error}>
      <PageHeading
        text="API reference"
        head={{
          description: 'Every operation of the Skill Ratings API, with examples that work as they are.',
        }}
      />
      <p class="lead">
        The routes below are relative to{' '}
        <code>
          <Breakable text={absoluteApiUrl('').replace(/\/api\/$/, '')} />
        </code>
        . This is version {info.version}, also as an{' '}
        <a href={absoluteApiUrl('openapi.json')}>OpenAPI document</a>.
      </p>
      <RichText text={info.description} />
      {error && (
        <>
          <p class="note">The examples may name a skill that this service does not have:</p>
          <ErrorMessage error={error} retry={retry} />
        </>
      )}
      {tags.map(({ name, description }) => (
        <section key={name}>
          <h2>{name}</h2>
          <RichText text={description} />
          {operations
            .filter(({ tag }) => tag === name)
            .map((operation) => (
              <OperationDetails
                key={operation.id}
                operation={operation}
                schemas={components.schemas}
                values={values ?? {}}
              />
            ))}
        </section>
      ))}
      <section>
        <h2>Objects</h2>
        <p>What responses contain. Every field is always there.</p>
        {Object.entries(components.schemas).map(
          ([name, schema]) => !bodies.has(name) && <ObjectDetails key={name} name={name} schema={schema} />,
        )}
      </section>
    </div>
  )
}

function ObjectDetails({ name, schema }: { name: string; schema: Schema }) {
  return (
    <section id={name} class="object">
      <h3>{name}</h3>
      {schema.description && <RichText text={schema.description} />}
      <Fields schema={schema} />
    </section>
  )
}

interface OperationProps {
  operation: Operation
  schemas: Schemas
  values: ExampleValues
}

/** An operation, closed at first. What is closed is not rendered: all of them at once would block a phone for 0.3 s. */
function OperationDetails({ operation, schemas, values }: OperationProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, method, path, summary } = operation
  return (
    <details id={id} class="operation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>
          <span class="method">{method}</span> <Breakable text={path} />
        </h3>
        <span class="quiet">{summary}</span>
      </summary>
      {isOpen && <OperationBody operation={operation} schemas={schemas} values={values} />}
    </details>
  )
}

function OperationBody({ operation, schemas, values }: OperationProps) {
  const { method, path, description, needsKey, parameters, body, responses } = operation
  const bodySchema = body?.schema.$ref ? schemas[nameOf(body.schema.$ref)] : body?.schema
  return (
    <>
      <RichText text={description} />
      {needsKey && (
        <p class="quiet">
          Needs a key: replace <code>{KEY_PLACEHOLDER}</code> with yours.
        </p>
      )}
      <CopyBlock label={`${method} ${path}`} text={curlCommand(operation, values)} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Parameters parameters={parameters} />
        </>
      )}
      {bodySchema && (
        <>
          <h4>Body {!body?.isRequired && <span class="optional">optional</span>}</h4>
          {bodySchema.description && <RichText text={bodySchema.description} />}
          <Fields schema={bodySchema} isRequest />
        </>
      )}
      <h4>Responses</h4>
      <dl class="fields">
        {responses.map((response) => (
          <ResponseDetails key={response.status} {...response} />
        ))}
      </dl>
    </>
  )
}

function ResponseDetails({ status, description, content = {} }: Response & { status: string }) {
  const [mediaType, media] = Object.entries(content)[0] ?? []
  return (
    <div>
      <dt>
        <code>{status}</code>{' '}
        <span class="quiet">{media?.schema?.$ref ? <TypeOf schema={media.schema} /> : mediaType}</span>
      </dt>
      <dd>
        <RichText text={description} />
      </dd>
    </div>
  )
}
