import { cache } from 'react';
import { place } from '#lib/dashboard/access/place';
import { openShare } from '#lib/dashboard/shares/open-share';

/** What a link gives, read once a request; undefined when it is unknown or revoked. */
export const opened = cache((token: string) => openShare(place(), { token }));
