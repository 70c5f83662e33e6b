import { cookies } from 'next/headers';
import { cache } from 'react';
import { sha256 } from '#lib/core/crypto';
import { getDependencies, getRestrictedDependencies } from '#lib/dashboard/session/session';
import { getCookieName, getCookieOptions } from '#lib/dashboard/session/session-cookie';
import { openShare } from '#lib/dashboard/shares/open-share';

/**
 * Returns the name and the path of the cookie that proves that the browser unlocked a share link. Over HTTPS, the path of
 * cookies is always `/`, so the name identifies the link.
 */
export function getShareCookie(token: string) {
  return getLinkCookie('answerscope.share', token);
}

/**
 * Returns the name and the options of the cookie that marks a browser in which the password of a link was entered before.
 * Guesses of strangers do not limit such a browser.
 */
export function getBrowserCookie(token: string) {
  const { name, options } = getLinkCookie('answerscope.share-browser', token);
  return { name, options: { ...options, maxAge: 365 * 86_400 } };
}

function getLinkCookie(name: string, token: string) {
  const options = getCookieOptions(`/share/${token}`);
  const suffix = options.path === '/' ? `.${sha256(token).toString('hex').slice(0, 16)}` : '';
  return { name: getCookieName(`${name}${suffix}`), options };
}

/** Opens a share link, once per request. Returns undefined if the link does not work. */
export const openLink = cache(async (token: string) => {
  const proof = (await cookies()).get(getShareCookie(token).name)?.value;
  const share = await openShare(getDependencies(), { token, proof });
  if (share?.state !== 'open') return share;
  return { ...share, context: { ...share.context, ...getRestrictedDependencies() } };
});
