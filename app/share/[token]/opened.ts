import { cookies } from 'next/headers';
import { cache } from 'react';
import { place } from '#lib/dashboard/session/place';
import { openShare } from '#lib/dashboard/shares/open-share';

/** The cookie that proves a link's password; each link's stays at its own address. */
export const proofCookie = 'answerscope.share';

/** What a link gives, read once a request; undefined when it opens nothing, `locked` before its password. */
export const opened = cache(async (token: string) =>
  openShare(place(), { token, proof: (await cookies()).get(proofCookie)?.value }),
);
