/** More than any response of the service, whose pages end at about 1 MB. */
const MAX_BYTES = 8 * 1024 * 1024

/** The response, but its body fails after 8 MB. */
export function limited(response: Response): Response {
  if (!response.body) return response
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new Error('it is larger than 8 MB'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), response)
}
