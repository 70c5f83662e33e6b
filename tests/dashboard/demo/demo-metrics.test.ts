import { afterAll, expect, test } from 'vitest';
import { requestSchemas } from '#lib/contract/requests';
import { createFixedClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { backfillDemo } from '#lib/dashboard/demo/backfill';
import { ensureDemo } from '#lib/dashboard/demo/ensure-demo';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getProject, type Project } from '#lib/dashboard/projects/project';
import type { Context } from '#lib/db/context';
import { answerRequest } from '#lib/sandbox/answer-request';
import { isSandboxEngine } from '#lib/sandbox/request/engine-profile';
import { applyIncludeFlags } from '#lib/service/requests/run-engine';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Runs the backfill as the worker does, until it waits for ingestion. */
async function backfill(context: Context): Promise<void> {
  await backfillDemo(context, {
    signal: AbortSignal.timeout(60_000),
    generateAnswer: async (engine, payload, date) => {
      if (!isSandboxEngine(engine)) throw new Error(`The sandbox does not simulate the engine ${engine}.`);
      const request = requestSchemas[engine].parse(payload);
      const { result } = answerRequest(engine, request, date);
      return applyIncludeFlags(engine, request, { result, raw: undefined, pages: [] });
    },
  });
}

interface StoredAnswer {
  text: string;
  prompt: string;
  /** Host names of its sources, with the number of citations of each. */
  sources: { host: string; citations: number }[];
}

async function readStoredAnswers(context: Context, projectId: string): Promise<StoredAnswer[]> {
  const { rows } = await context.db.$client.query<StoredAnswer>(
    `SELECT a.text, prompts.text AS prompt, (
       SELECT coalesce(json_agg(json_build_object('citations', s.citations,
         'host', regexp_replace(split_part(split_part(s.url, '//', 2), '/', 1), '^www[.]', ''))), '[]')
       FROM answer_sources s WHERE s.organization_id = a.organization_id AND s.answer_id = a.id
     ) AS sources
     FROM answers a JOIN prompts ON prompts.organization_id = a.organization_id AND prompts.id = a.prompt_id
     WHERE a.organization_id = $1 AND a.project_id = $2 AND a.status = 'answered'`,
    [context.organizationId, projectId],
  );
  return rows;
}

interface BrandDefinition {
  names: string[];
  domains: string[];
}

/** Returns whether a text contains one of a brand's names: as a whole word if it is Latin, otherwise anywhere. */
function mentionsBrand(text: string, { names }: BrandDefinition): boolean {
  return names.some((name) =>
    /^[\p{Script=Latin} ]+$/u.test(name)
      ? new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'iu').test(text)
      : text.includes(name),
  );
}

const ownsHost = ({ domains }: BrandDefinition, host: string) =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** Computes the rates of a brand from individual answers, as docs/metrics.md defines them. */
function computeRates(
  answers: readonly StoredAnswer[],
  brand: BrandDefinition,
  all: readonly BrandDefinition[],
) {
  const unbranded = answers.filter(({ prompt }) => !all.some((other) => mentionsBrand(prompt, other)));
  const countMentioning = (list: readonly StoredAnswer[], countedBrand: BrandDefinition) =>
    list.filter(({ text }) => mentionsBrand(text, countedBrand)).length;
  const sources = answers.flatMap((answer) => answer.sources);
  const sumCitations = (list: StoredAnswer['sources']) =>
    list.reduce((sum, { citations }) => sum + citations, 0);
  return {
    visibility: { numerator: countMentioning(answers, brand), denominator: answers.length },
    shareOfVoice: {
      numerator: countMentioning(unbranded, brand),
      denominator: all.reduce((sum, other) => sum + countMentioning(unbranded, other), 0),
    },
    citationRate: {
      numerator: answers.filter((answer) =>
        answer.sources.some(({ host, citations }) => citations > 0 && ownsHost(brand, host)),
      ).length,
      denominator: answers.length,
    },
    citationShare: {
      numerator: sumCitations(sources.filter(({ host }) => ownsHost(brand, host))),
      denominator: sumCitations(sources),
    },
  };
}

const listBrands = ({ own, competitors }: Project) => [own, ...competitors];
const toDefinition = ({ name, aliases, domains }: Project['own']): BrandDefinition => ({
  names: [name, ...aliases],
  domains,
});

test('the metrics of every brand of the demo match a count of the individual answers', async () => {
  const clock = createFixedClock(new Date('2026-03-20T09:00:00Z'));
  const context = { ...(await dashboard.createContext()), clock };
  const { projectId } = await ensureDemo(context);
  await backfill(context);
  await ingestAnswers({ db: dashboard.db, clock });

  const answers = await readStoredAnswers(context, projectId);
  expect(answers.length).toBeGreaterThan(1_000);
  const brands = listBrands(await getProject(context, { projectId }));
  const { brandMetrics } = await getOverview(
    context,
    parseFilters({ id: projectId, timeZone: 'UTC' }, {}, clock),
  );
  expect(brandMetrics).toHaveLength(brands.length);
  for (const brand of brands) {
    const shown = brandMetrics.find((metrics) => metrics.brand.id === brand.id);
    const counted = computeRates(answers, toDefinition(brand), brands.map(toDefinition));
    expect(shown, brand.name).toMatchObject(counted);
    expect(counted.visibility.numerator).toBeGreaterThan(0);
  }
});
