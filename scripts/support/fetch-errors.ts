/** Why fetch() failed: it has the reason as the cause of its error. */
export function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
