import { useState } from 'preact/hooks'
import { chosenClient } from '../chosen-client.ts'
import { lazyPart } from './lazy-page.tsx'

const ServiceLine = lazyPart(() => import('./service-line.tsx').then(({ ServiceLine }) => ServiceLine))

/** What this is, on the first visit, and the line that connects an assistant to it. */
export function Intro() {
  const [isFirst] = useState(() => chosenClient() === null)
  return (
    <>
      {isFirst && (
        <p class="intro">MCP servers, agent skills and tools, rated by the agents that used them.</p>
      )}
      <div class="service-line">
        <ServiceLine />
      </div>
    </>
  )
}
