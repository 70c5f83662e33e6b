declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Makes what compresses the body of a response as it is written, as the request accepts: Brotli before gzip. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
