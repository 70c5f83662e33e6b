import { cookies } from 'next/headers';
import { cache } from 'react';
import { getDependencies } from '#lib/dashboard/session/session';
import { openShare } from '#lib/dashboard/shares/open-share';

/** The cookie that proves that the password of a share link was entered; scoped to the link's path. */
export const shareCookieName = 'answerscope.share';

/** Returns the view behind a share link; undefined if it is invalid, `locked` until its password is entered. */
export const getSharedView = cache(async (token: string) =>
  openShare(getDependencies(), { token, proof: (await cookies()).get(shareCookieName)?.value }),
);
