import { cookies } from 'next/headers';
import { cache } from 'react';
import { getDependencies } from '#lib/dashboard/session/dependencies';
import { openShare } from '#lib/dashboard/shares/open-share';

/** The cookie that proves a link's password; each link's stays at its own address. */
export const shareCookie = 'answerscope.share';

/** What a link gives, read once a request; undefined when it opens nothing, `locked` before its password. */
export const getSharedView = cache(async (token: string) =>
  openShare(getDependencies(), { token, proof: (await cookies()).get(shareCookie)?.value }),
);
