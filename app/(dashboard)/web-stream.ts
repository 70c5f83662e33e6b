import type { Readable } from 'node:stream';

/** Converts a Node.js stream to a web stream with backpressure and cancellation. */
export function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body.iterator();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      body.destroy();
    },
  });
}
