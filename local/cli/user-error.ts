/** An error that the user can fix. Its message is one sentence that says what to do. Any other error is a bug. */
export class UserError extends Error {
  override name = 'UserError'
}

/** Ctrl-C, or another request to stop. */
export class Interrupted extends UserError {
  override message = 'Interrupted.'
}
