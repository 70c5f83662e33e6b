'use server';

import { cookies } from 'next/headers';
import type { AnswerContent } from '#components/answers/answer-part';
import { getAnswerContent, isAnswerInFilters } from '#lib/dashboard/analytics/answers/get-answer';
import { type CitingAnswer, listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getDependencies } from '#lib/dashboard/session/session';
import { unlockShare } from '#lib/dashboard/shares/open-share';
import { type ActionResult, catchActionErrors } from '../../(dashboard)/run-action';
import { hasSecureCookies } from '../../session';
import { getSharedView, shareCookieName } from './shared-view';

/** Checks the password of a share link and unlocks it in this browser until it is closed. */
export async function unlockShareAction(token: string, password: string): Promise<ActionResult<void>> {
  return catchActionErrors(async () => {
    const proof = await unlockShare(getDependencies(), { token: String(token), password: String(password) });
    (await cookies()).set(shareCookieName, proof, {
      httpOnly: true,
      sameSite: 'lax',
      secure: hasSecureCookies(),
      path: `/share/${token}`,
    });
    return { ok: true, value: undefined };
  });
}

/** Returns an answer of a shared view; null if the link was revoked, or the answer is deleted or outside its filters. */
export async function getSharedAnswerAction(token: string, answerId: string): Promise<AnswerContent | null> {
  // Anyone with a link can call this with any arguments.
  if (typeof token !== 'string') return null;
  const share = await getSharedView(token);
  if (!share || share === 'locked') return null;
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return (await isAnswerInFilters(context, filters, answerId))
    ? getAnswerContent(context, { projectId, answerId })
    : null;
}

/** Lists the newest answers of a shared view that cite a domain; empty if the link was revoked. */
export async function listSharedCitingAnswersAction(token: string, domain: string): Promise<CitingAnswer[]> {
  if (typeof token !== 'string' || typeof domain !== 'string') return [];
  const share = await getSharedView(token);
  if (!share || share === 'locked') return [];
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return listCitingAnswers(context, filters, { domain });
}
