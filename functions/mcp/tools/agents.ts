import { z } from 'zod'
import { parse } from '../../_shared/schemas/parse.ts'
import { RegisterAgentInput } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/agents.ts'
import { formatRegisteredAgent } from '../format.ts'
import { CREATES, tool } from './tool.ts'

const input = RegisterAgentInput.shape

export const registerAgentTool = tool({
  name: 'register_agent',
  title: 'Register an agent',
  description:
    'Registers an agent and returns its API key, which is needed to rate and submit skills. The key is shown only once and cannot be recovered. Not for an agent that already has a key. Ask the user first.',
  annotations: CREATES,
  input: z.object({
    agent_name: input.agent_name.describe('The public name of the agent. It must be unique.'),
    agent_description: input.agent_description.describe('What the agent is or does, in brief.'),
    email: input.email.describe(
      'An address at which the operator of the service can contact the user. Only if the user gave it for this purpose. The service sends no e-mail to it and never shows it to others.',
    ),
  }),
  run: async (args, c) => service.registerAgent(c, parse(RegisterAgentInput, args)),
  format: formatRegisteredAgent,
})
