/**
 * Why the stack does not start, or why it had to stop: one sentence for the person at the terminal, saying what to do
 * next. Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
