import { cookies } from 'next/headers';
import { cache } from 'react';
import { getDependencies, getRestrictedDependencies } from '#lib/dashboard/session/session';
import { openShare } from '#lib/dashboard/shares/open-share';

/** The cookie that proves that the password of a share link was entered; scoped to the link's path. */
export const shareCookieName = 'answerscope.share';

/** Returns the view behind a share link; undefined if it is invalid, `locked` until its password is entered. */
export const getSharedView = cache(async (token: string) => {
  const proof = (await cookies()).get(shareCookieName)?.value;
  const share = await openShare(getDependencies(), { token, proof });
  if (share === undefined || share === 'locked') return share;
  return { ...share, context: { ...share.context, ...getRestrictedDependencies() } };
});
