declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Creates middleware that compresses response bodies with the best accepted encoding: Brotli before gzip. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
