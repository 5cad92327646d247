type Step = () => Promise<unknown> | unknown

/** Steps that stop the stack. The last one runs first. */
export class Cleanup {
  readonly #steps: Step[] = []
  #done: Promise<unknown> | undefined

  /** Adds a step. It runs at once if the cleanup has started. */
  add(step: Step): void {
    if (this.#done) this.#done = Promise.all([this.#done, step()])
    else this.#steps.push(step)
  }

  /** Runs all steps once. */
  async run(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of this.#steps.reverse()) await step()
    })()
    await this.#done
  }
}
