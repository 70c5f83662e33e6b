'use server';

import { cookies } from 'next/headers';
import { type ActionResult, catchActionErrors } from '#app/(dashboard)/create-action.ts';
import { getClient } from '#app/session.ts';
import type { AnswerContent } from '#components/answers/answer-part';
import { getAnswerContent, isAnswerInFilters } from '#lib/dashboard/analytics/answers/get-answer';
import { type CitingAnswer, listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import {
  readSpotCheck,
  type SpotCheckData,
  spotCheckTargetSchema,
} from '#lib/dashboard/analytics/answers/spot-check';
import { getFrozenReport } from '#lib/dashboard/reports/freeze-report';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { getReport } from '#lib/dashboard/reports/reports';
import { getDependencies } from '#lib/dashboard/session/session';
import { getSessionSecret } from '#lib/dashboard/session/session-cookie';
import { createBrowserCookie } from '#lib/dashboard/shares/known-browsers';
import { unlockShare } from '#lib/dashboard/shares/open-share';
import { getBrowserCookie, getShareCookie, openLink } from './open-link';

/** Unlocks a share link in this browser: checks its password, and uses up a one-time link. */
export async function unlockShareAction(token: string, password: string): Promise<ActionResult<void>> {
  return catchActionErrors(async () => {
    const visitor = (await getClient()).ipAddress;
    const cookieStore = await cookies();
    const browserCookie = getBrowserCookie(String(token));
    const secret = getSessionSecret();
    const proof = await unlockShare(getDependencies(), {
      token: String(token),
      password: String(password),
      visitor,
      browser: { cookie: cookieStore.get(browserCookie.name)?.value, secret },
    });
    const { name, options } = getShareCookie(token);
    cookieStore.set(name, proof, options);
    cookieStore.set(browserCookie.name, createBrowserCookie({ secret, proof }), browserCookie.options);
    return { ok: true, value: undefined };
  });
}

/** Returns the report of an open link and the filters that the visitor chose; undefined if the link is not open. */
async function openSharedReport(token: unknown, query: unknown) {
  // Anyone with a link can call the actions with any arguments.
  if (typeof token !== 'string' || typeof query !== 'string') return undefined;
  const share = await openLink(token);
  if (share?.state !== 'open') return undefined;
  const { context } = share;
  const report = await getReport(context, share);
  return { context, report, filters: parseReportFilters(report, new URLSearchParams(query), context.clock) };
}

/**
 * Returns an answer of a shared report; null if the link does not work, or the answer is deleted or outside the filters
 * of the report.
 */
export async function getSharedAnswerAction(
  token: string,
  query: string,
  answerId: string,
): Promise<AnswerContent | null> {
  const opened = await openSharedReport(token, query);
  if (!opened || typeof answerId !== 'string') return null;
  const frozen = await getFrozenReport(opened.context, opened.report);
  if (frozen) return Object.hasOwn(frozen.answers, answerId) ? (frozen.answers[answerId] ?? null) : null;
  if (!(await isAnswerInFilters(opened.context, opened.filters, answerId))) return null;
  return getAnswerContent(opened.context, { projectId: opened.filters.projectId, answerId });
}

/** Lists the newest answers of a shared report that cite a domain; empty if it is frozen or the link is not open. */
export async function listSharedCitingAnswersAction(
  token: string,
  query: string,
  domain: string,
): Promise<CitingAnswer[]> {
  const opened = await openSharedReport(token, query);
  if (!opened || opened.report.frozenAt || typeof domain !== 'string') return [];
  return listCitingAnswers(opened.context, opened.filters, { domain });
}

/**
 * Returns the spot check of a prompt in a shared report; null if the link is not open, the report is frozen, or the prompt,
 * engine and country have no answers within its filters.
 */
export async function getSharedSpotCheckAction(
  token: string,
  query: string,
  target: unknown,
): Promise<ActionResult<SpotCheckData | null>> {
  return catchActionErrors(async () => {
    const opened = await openSharedReport(token, query);
    const parsed = spotCheckTargetSchema.safeParse(target);
    if (!opened || opened.report.frozenAt || !parsed.success) return { ok: true, value: null };
    return { ok: true, value: await readSpotCheck(opened.context, opened.filters, parsed.data) };
  });
}
