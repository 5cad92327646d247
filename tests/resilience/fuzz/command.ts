import fc from 'fast-check'
import type { Model } from './model.ts'
import type { Session } from './session.ts'

export class Command<Data = unknown> implements fc.AsyncCommand<Model, Session> {
  constructor(
    readonly name: string,
    readonly data: Data,
    readonly execute: (model: Model, session: Session, data: Data) => Promise<void>,
  ) {}

  check = () => true

  async run(model: Model, session: Session): Promise<void> {
    try {
      await this.execute(model, session, session.fill(this.data))
    } catch (error) {
      throw new Error(`${this}: ${(error as Error).message}`, { cause: error })
    }
  }

  toString(): string {
    return `${this.name} ${fc.stringify(this.data)}`
  }
}
