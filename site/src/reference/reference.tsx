import { Fragment, type VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { absoluteApiUrl } from '../api/client.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { Breakable } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useMedia, WIDE } from '../hooks/use-media.ts'
import { useQuery } from '../hooks/use-query.ts'
import { curlCommand, type ExampleValues, exampleValues, KEY_PLACEHOLDER } from './examples.ts'
import { Fields, Parameters, TypeOf } from './fields.tsx'
import {
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Response,
  referencedSchemas,
  type Schema,
} from './openapi.ts'
import { BreakablePath, RichText } from './rich-text.tsx'
import '../styles/reference.css'

/** The reference of the API: every operation with an example, and the objects of their responses. */
export function Reference({ document }: { document: OpenApi }) {
  // The page does not wait for them.
  const { data: values } = useQuery('values', (signal) => exampleValues(document, signal))
  // Once: elements that stay the same are not rendered again.
  const groups = useMemo(() => groupsOf(document), [document])
  const parts = useMemo(() => values && partsOf(document, groups, values), [document, groups, values])
  const shown = useGrowingCount(parts?.length ?? 0)
  const isComplete = shown === parts?.length
  useScrollToFragment(shown)
  // The fragment of an address says where to scroll.
  useScrollRestoration(isComplete && location.hash === '')
  return (
    <div class="reference" aria-busy={!isComplete}>
      <PageHeading
        text="API reference"
        head={{
          description: 'Every operation of the Skill Ratings API, with examples that work as they are.',
        }}
      />
      <Contents groups={groups} />
      <div class="reference-content">
        <About document={document} />
        {parts?.slice(0, shown)}
      </div>
    </div>
  )
}

function groupsOf(document: OpenApi): Group[] {
  const operations = operationsOf(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }))
}

/** The groups of operations, then their objects and errors. */
function partsOf(document: OpenApi, groups: Group[], values: ExampleValues): VNode[] {
  const { schemas } = document.components
  const operations = groups.flatMap((group) => group.operations)
  const objects = new Set(
    operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => referencedSchemas(content?.['application/json']?.schema, schemas)),
    ),
  )
  const errors = new Map(operations.flatMap(({ errors }) => errors.map((error) => [error.code, error])))
  return [
    ...groups.map(({ name, description, operations }) => (
      <section key={name} aria-labelledby={`group-${name}`}>
        <h2 id={`group-${name}`}>{name}</h2>
        <p class="quiet">{description}</p>
        {operations.map((operation) => (
          <OperationDetails key={operation.id} operation={operation} schemas={schemas} values={values} />
        ))}
      </section>
    )),
    <section key="objects" aria-labelledby="objects">
      <h2 id="objects">Objects</h2>
      <p class="quiet">What responses contain. Every field is always there.</p>
      {[...objects].sort().map((name) => (
        <ObjectDetails key={name} name={name} schema={schemas[name] ?? {}} />
      ))}
    </section>,
    <section key="errors" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p class="quiet">The codes of the operations above, and what to do.</p>
      <dl class="fields">
        {[...errors.values()].map(({ code, status, hint }) => (
          <div key={code} id={`error-${code}`}>
            <dt>
              <code>{code}</code> <span class="quiet">{status}</span>
            </dt>
            <dd>
              <RichText text={hint} />
            </dd>
          </div>
        ))}
      </dl>
    </section>,
  ]
}

/** How many of the parts are shown: one more in each frame, so that a phone can scroll and react meanwhile. */
function useGrowingCount(length: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count < length) setCount(count + 1)
  }, [count, length])
  return count
}

/** Scrolls to the element of the fragment as soon as it exists. What is shown later is below it. */
function useScrollToFragment(shown: number): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    const target = document.getElementById(location.hash.slice(1))
    target?.scrollIntoView()
    isDone.current = target !== null
  }, [shown])
}

function ObjectDetails({ name, schema }: { name: string; schema: Schema }) {
  return (
    <section id={name} class="object" aria-labelledby={`object-${name}`}>
      <h3 id={`object-${name}`}>
        <a href={`#${name}`}>{name}</a>
      </h3>
      {schema.description && (
        <p>
          <RichText text={schema.description} />
        </p>
      )}
      <Fields schema={schema} />
    </section>
  )
}

type Group = { name: string; description: string; operations: Operation[] }

/** The links to all operations: beside the content, or above it, closed. */
function Contents({ groups }: { groups: Group[] }) {
  const isWide = useMedia(WIDE)
  const [isOpen, setOpen] = useState(isWide)
  useEffect(() => setOpen(isWide), [isWide])
  return (
    <nav class="contents" aria-label="Operations">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Operations</summary>
        {groups.map(({ name, operations }) => (
          <section key={name}>
            <a class="contents-group" href={`#group-${name}`}>
              {name}
            </a>
            <ul>
              {operations.map(({ id, method, path }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <span class="method">{method}</span>{' '}
                    <span>
                      <BreakablePath path={path.replace('/api/', '/')} />
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <a class="contents-group" href="#objects">
          Objects
        </a>{' '}
        <a class="contents-group" href="#errors">
          Errors
        </a>
      </details>
    </nav>
  )
}

function About({ document: { info } }: { document: OpenApi }) {
  return (
    <>
      <p class="lead">
        The routes below are relative to{' '}
        <code>
          <Breakable text={absoluteApiUrl('').replace(/\/api\/$/, '')} />
        </code>
        . This is version {info.version}, also as an{' '}
        <a href={absoluteApiUrl('openapi.json')}>OpenAPI document</a>.
      </p>
      {info.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <RichText text={paragraph} />
        </p>
      ))}
    </>
  )
}

interface OperationProps {
  operation: Operation
  schemas: OpenApi['components']['schemas']
  values: ExampleValues
}

function OperationDetails({ operation, schemas, values }: OperationProps) {
  const { id, method, path, summary, description, needsKey, parameters, body, responses, errors } = operation
  const bodySchema = body?.schema.$ref ? schemas[nameOf(body.schema.$ref)] : body?.schema
  return (
    <section id={id} class="operation" aria-labelledby={`operation-${id}`}>
      <h3 id={`operation-${id}`}>
        <a href={`#${id}`}>
          <span class="method">{method}</span> <BreakablePath path={path} />
        </a>
      </h3>
      <p>
        <strong>{summary}</strong>
      </p>
      <p>
        <RichText text={description} />
      </p>
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
          {bodySchema.description && (
            <p>
              <RichText text={bodySchema.description} />
            </p>
          )}
          <Fields schema={bodySchema} isRequest />
        </>
      )}
      <h4>Responses</h4>
      <dl class="fields">
        {responses.map((response) => (
          <ResponseDetails key={response.status} {...response} />
        ))}
      </dl>
      <p class="quiet errors">
        Errors:{' '}
        {errors.map(({ code }, i) => (
          <Fragment key={code}>
            {i > 0 && ', '}
            <a href={`#error-${code}`}>
              <code>{code}</code>
            </a>
          </Fragment>
        ))}
      </p>
    </section>
  )
}

function ResponseDetails({ status, description, content = {} }: Response & { status: string }) {
  const [mediaType, media] = Object.entries(content)[0] ?? []
  const isObject = media?.schema?.$ref !== undefined
  return (
    <div>
      <dt>
        <code>{status}</code>{' '}
        <span class="quiet">{isObject && media.schema ? <TypeOf schema={media.schema} /> : mediaType}</span>
      </dt>
      <dd>
        <RichText text={description} />
        {isObject && (
          <details>
            <summary>Example</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only with the focus. */}
            <section class="response-example" tabIndex={0} aria-label="Example of a response">
              <pre>{JSON.stringify(media.example, null, 2)}</pre>
            </section>
          </details>
        )}
      </dd>
    </div>
  )
}
