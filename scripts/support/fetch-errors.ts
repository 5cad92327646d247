/** Ports of other protocols, such as 25, which fetch() refuses: another attempt cannot succeed. */
export const BAD_PORT = 'bad port'

/** Why fetch() failed: it has the reason as the cause of its error. */
export function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}
