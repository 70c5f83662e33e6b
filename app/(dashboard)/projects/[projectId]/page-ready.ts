import { cache } from 'react';

/** Resolved once the page of this request has read what it shows. */
export const pageReady = cache(() => Promise.withResolvers<void>());
