import { cache } from 'react';
import { systemClock } from '#lib/core/clock';
import { openShare } from '#lib/dashboard/shares/open-share';
import { sharedPool } from '#lib/database/shared-pool';

/** What a link gives, read once a request; undefined when it is unknown or revoked. */
export const opened = cache((token: string) =>
  openShare({ connection: sharedPool(), clock: systemClock }, { token }),
);
