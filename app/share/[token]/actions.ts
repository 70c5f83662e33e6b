'use server';

import { cookies } from 'next/headers';
import type { AnswerContent } from '#components/answers/answer-loaders';
import type { CitingAnswer } from '#lib/dashboard/analytics/answers-citing';
import { listCitingAnswers } from '#lib/dashboard/analytics/answers-citing';
import { parseFilters } from '#lib/dashboard/analytics/filters';
import { isAnswerInFilters } from '#lib/dashboard/analytics/is-in-view';
import { getDependencies } from '#lib/dashboard/session/dependencies';
import { unlockShare } from '#lib/dashboard/shares/unlock-share';
import { getAnswerContent } from '../../(dashboard)/get-answer-content';
import { type ActionResult, catchActionErrors } from '../../(dashboard)/run-action';
import { hasSecureCookies } from '../../session';
import { getSharedView, shareCookie } from './shared-view';

/** Takes the password of a link; the page opens from then on in this browser, until it is closed. */
export async function unlockShareAction(token: string, password: string): Promise<ActionResult<void>> {
  return catchActionErrors(async () => {
    const proof = await unlockShare(getDependencies(), { token: String(token), password: String(password) });
    (await cookies()).set(shareCookie, proof, {
      httpOnly: true,
      sameSite: 'lax',
      secure: hasSecureCookies(),
      path: `/share/${token}`,
    });
    return { ok: true, value: undefined };
  });
}

/** One whole answer of a shared view; null when the link was revoked, or the answer is gone or outside its filters. */
export async function getSharedAnswerAction(token: string, answerId: string): Promise<AnswerContent | null> {
  // Whoever has a link can call this with anything.
  if (typeof token !== 'string') return null;
  const share = await getSharedView(token);
  if (!share || share === 'locked') return null;
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return (await isAnswerInFilters(context, filters, answerId))
    ? getAnswerContent(context, { projectId, answerId })
    : null;
}

/** The newest answers of a shared view that cite a domain; none when the link was revoked. */
export async function listSharedCitingAnswersAction(token: string, domain: string): Promise<CitingAnswer[]> {
  if (typeof token !== 'string' || typeof domain !== 'string') return [];
  const share = await getSharedView(token);
  if (!share || share === 'locked') return [];
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return listCitingAnswers(context, filters, { domain });
}
