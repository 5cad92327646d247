/** 0: fine. 1: findings, or rejected by the service. 2: wrong arguments. 3: unavailable. 130: interrupted. */
export const EXIT = { fine: 0, findings: 1, usage: 2, unavailable: 3, interrupted: 130 } as const

/** Ends the command with one sentence for the user. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.findings) {
    super(message)
    this.exitCode = exitCode
  }
}

export function usageError(message: string): CliError {
  return new CliError(message, EXIT.usage)
}
