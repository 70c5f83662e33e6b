import { cookies } from 'next/headers';
import { cache } from 'react';
import { getDependencies, getRestrictedDependencies } from '#lib/dashboard/session/session';
import { openShare } from '#lib/dashboard/shares/open-share';

/** The cookie that proves that the browser unlocked a share link; its path is that of the link. */
export const shareCookieName = 'answerscope.share';

/** Opens a share link, once per request. Returns undefined if the link does not work. */
export const openLink = cache(async (token: string) => {
  const proof = (await cookies()).get(shareCookieName)?.value;
  const share = await openShare(getDependencies(), { token, proof });
  if (share?.state !== 'open') return share;
  return { ...share, context: { ...share.context, ...getRestrictedDependencies() } };
});
