'use server';

import type { WholeAnswer } from '#components/answers/facts';
import type { CitingFacts } from '#components/overview/facts';
import { answersCiting } from '#lib/dashboard/metrics/answers-citing';
import { parseFilters } from '#lib/dashboard/metrics/filters';
import { isInView } from '#lib/dashboard/metrics/is-in-view';
import { wholeAnswer } from '../../(dashboard)/whole-answer';
import { opened } from './opened';

/** One whole answer of a shared view; null when the link was revoked, or the answer is gone or outside its filters. */
export async function readSharedAnswer(token: string, answerId: string): Promise<WholeAnswer | null> {
  // Whoever has a link can call this with anything.
  if (typeof token !== 'string') return null;
  const share = await opened(token);
  if (!share) return null;
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return (await isInView(context, filters, answerId)) ? wholeAnswer(context, { projectId, answerId }) : null;
}

/** The newest answers of a shared view that cite a domain; none when the link was revoked. */
export async function readSharedCiting(token: string, domain: string): Promise<CitingFacts[]> {
  if (typeof token !== 'string' || typeof domain !== 'string' || domain.includes('\0')) return [];
  const share = await opened(token);
  if (!share) return [];
  const { context, projectId } = share;
  const filters = parseFilters(projectId, new URLSearchParams(share.filters), context.clock);
  return answersCiting(context, filters, { domain });
}
