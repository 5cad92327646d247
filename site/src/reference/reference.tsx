import { Fragment } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { absoluteApiUrl } from '../api/client.ts'
import { Announcement } from '../components/announcement.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Field } from '../components/field.tsx'
import { Breakable } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { formatCount } from '../format.ts'
import { useScrollRestoration } from '../hooks/router.ts'
import { useMedia, WIDE } from '../hooks/use-media.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Collapsible } from './collapsible.tsx'
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
import { TryIt } from './try-it.tsx'
import '../styles/reference.css'

/** The reference of the API: every operation with an example, and the objects of their responses. */
export function Reference({ document }: { document: OpenApi }) {
  // The page does not wait for them.
  const { data: values } = useQuery('values', (signal) => exampleValues(document, signal))
  const groups = useMemo(() => groupsOf(document), [document])
  const [filter, setFilter] = useState('')
  const [isAllOpen, setAllOpen] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const visibleGroups = filterGroups(groups, filter)
  const count = visibleGroups.reduce((sum, { operations }) => sum + operations.length, 0)
  // The fragment of an address says where to scroll.
  useScrollRestoration(values !== undefined && location.hash === '')
  return (
    <div class="reference" aria-busy={values === undefined}>
      <PageHeading
        text="API reference"
        head={{
          description: 'Every operation of the Skill Ratings API, with examples that work as they are.',
        }}
      />
      <div class="contents-column">
        <Field
          label="Filter"
          required
          value={filter}
          onValue={setFilter}
          hint="Words of a path, method or description."
        />
        <Announcement text={filter ? `${formatCount(count, 'operation')}.` : ''} />
        <Contents groups={visibleGroups} />
      </div>
      <div class="reference-content" ref={content}>
        {!filter && <About document={document} />}
        {filter && count === 0 && <p class="note">No operation has these words.</p>}
        {values && (
          <>
            <p class="buttons">
              <button
                type="button"
                onClick={() => {
                  setAllOpen(!isAllOpen)
                  for (const one of content.current?.querySelectorAll<HTMLDetailsElement>('.operation') ?? [])
                    one.open = !isAllOpen
                }}
              >
                {isAllOpen ? 'Close all' : 'Open all'}
              </button>
            </p>
            <Parts
              document={document}
              groups={groups}
              visibleGroups={visibleGroups}
              values={values}
              isFiltered={filter !== ''}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** The operations whose method, path, name, summary or description have all words. */
function filterGroups(groups: Group[], filter: string): Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.flatMap((group) => {
    const operations = group.operations.filter(({ id, method, path, summary, description }) => {
      const text = `${id} ${method} ${path} ${summary} ${description} ${group.name}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return operations.length > 0 ? [{ ...group, operations }] : []
  })
}

function groupsOf(document: OpenApi): Group[] {
  const operations = operationsOf(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }))
}

interface PartsProps {
  document: OpenApi
  groups: Group[]
  /** Those that the filter leaves. */
  visibleGroups: Group[]
  values: ExampleValues
  isFiltered: boolean
}

/** The groups of operations, then all objects and errors. */
function Parts({ document, groups, visibleGroups, values, isFiltered }: PartsProps) {
  const { schemas } = document.components
  const { objects, errors } = useMemo(() => {
    const operations = groups.flatMap((group) => group.operations)
    const names = operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => referencedSchemas(content?.['application/json']?.schema, schemas)),
    )
    return {
      objects: [...new Set(names)].sort(),
      errors: new Map(operations.flatMap(({ errors }) => errors.map((error) => [error.code, error]))),
    }
  }, [groups, schemas])
  return (
    <>
      {visibleGroups.map(({ name, description, operations }) => (
        <section key={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>{name}</h2>
          <p class="quiet">{description}</p>
          {operations.map((operation) => (
            <OperationDetails key={operation.id} operation={operation} schemas={schemas} values={values} />
          ))}
        </section>
      ))}
      {/* Kept, since the links of operations lead to them. */}
      <section aria-labelledby="objects" hidden={isFiltered}>
        <h2 id="objects">Objects</h2>
        <p class="quiet">What responses contain. Every field is always there.</p>
        {objects.map((name) => (
          <ObjectDetails key={name} name={name} schema={schemas[name] ?? {}} />
        ))}
      </section>
      <section aria-labelledby="errors" hidden={isFiltered}>
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
      </section>
    </>
  )
}

function ObjectDetails({ name, schema }: { name: string; schema: Schema }) {
  return (
    <Collapsible id={name} class="object" summary={<h3>{name}</h3>}>
      {() => (
        <>
          {schema.description && (
            <p>
              <RichText text={schema.description} />
            </p>
          )}
          <Fields schema={schema} />
        </>
      )}
    </Collapsible>
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
  const { id, method, path, summary } = operation
  return (
    <Collapsible
      id={id}
      class="operation"
      summary={
        <>
          <h3>
            <span class="method">{method}</span> <BreakablePath path={path} />
          </h3>
          <span class="quiet">{summary}</span>
        </>
      }
    >
      {() => <OperationBody operation={operation} schemas={schemas} values={values} />}
    </Collapsible>
  )
}

function OperationBody({ operation, schemas, values }: OperationProps) {
  const { method, path, description, needsKey, parameters, body, responses, errors } = operation
  const bodySchema = body?.schema.$ref ? schemas[nameOf(body.schema.$ref)] : body?.schema
  return (
    <>
      <p>
        <RichText text={description} />
      </p>
      {needsKey && (
        <p class="quiet">
          Needs a key: replace <code>{KEY_PLACEHOLDER}</code> with yours.
        </p>
      )}
      <CopyBlock label={`${method} ${path}`} text={curlCommand(operation, values)} />
      {method === 'GET' && <TryIt operation={operation} values={values} />}
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
    </>
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
