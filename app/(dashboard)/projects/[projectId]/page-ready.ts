import { cache } from 'react';

/** Resolved once the page of this request has read what it shows; rejected where there is nothing to show. */
export const pageReady = cache(() => {
  const ready = Promise.withResolvers<void>();
  // Nobody waits for it but a document.
  ready.promise.catch(() => undefined);
  return ready;
});
