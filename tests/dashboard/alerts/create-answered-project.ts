import { randomUUID } from 'node:crypto';
import { addDays } from '#lib/core/time';
import type { Project } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';
import type { PooledDatabase } from '#lib/db/database';
import { insert } from '#tests/dashboard/analytics/support/observations';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { createTestProject } from '#tests/support/dashboard';

/** How the answers change on `changedOn`; by default, nothing changes. */
export interface Change {
  /** The share of answers that mention the project’s brand; 40% before. */
  ownShare?: number;
  /** The share of answers that mention the competitor; 30% before. */
  competitorShare?: number;
  /** True if no answer cites the brand’s page any more; half of the answers cite it before. */
  losesPage?: boolean;
  /** A domain that no answer cited before; 60% of the answers cite it. */
  newDomain?: string;
  /** The model of the answers; `kayak-1` before. */
  model?: string;
  /** The mean rank of the brand in the answers that mention it; 1.5 before. The competitor has the same rank. */
  ownRank?: number;
  /**
   * The share of sentences about the brand that praise it; the others criticize it. 60% before. Sentences about the
   * competitor are like those about the brand.
   */
  positiveShare?: number;
  /** The last day of the change. In the four weeks after it, the answers are like those before the change. */
  endsOn?: string;
}

export const firstDay = '2026-03-02';
export const changedOn = '2026-06-22';
export const lastDay = '2026-07-05';
const answeringEngines = ['chat', 'gen'];

/**
 * Creates a project with daily answers to 12 prompts on two engines, from `firstDay` to `lastDay` or, if the change ends,
 * four weeks after its end.
 */
export async function createAnsweredProject(
  context: Context,
  db: PooledDatabase,
  change: Change,
): Promise<Project> {
  const project = await createTestProject(
    context,
    Array.from({ length: 12 }, (_, index) => `Which kayak is best for trip ${index}?`),
  );
  const prompts = await listPrompts(context, { projectId: project.id });
  const random = createRandom(11);
  const detailRandom = createRandom(12);
  const endsOn = change.endsOn ?? lastDay;
  const until = change.endsOn === undefined ? lastDay : addDays(endsOn, 28);
  // Without a language model, sentences are not counted.
  await db.$client.query(
    `UPDATE projects SET sentiment_classifier = 'OpenAI gpt-5-mini' WHERE organization_id = $1 AND id = $2`,
    [context.organizationId, project.id],
  );
  const [competitor] = project.competitors;
  const rows = {
    answers: [] as object[],
    models: [] as object[],
    brands: [] as object[],
    domains: [] as object[],
  };
  const stored = { answers: [] as object[], sources: [] as object[] };
  const months = new Set<string>();
  for (let day = firstDay; day <= until; day = addDays(day, 1)) {
    months.add(`${day.slice(0, 7)}-01`);
    const current: Change = day >= changedOn && day <= endsOn ? change : {};
    const { ownShare, competitorShare, losesPage, newDomain, model } = current;
    const { ownRank = 1.5, positiveShare = 0.6 } = current;
    for (const engine of answeringEngines) {
      rows.models.push({
        organization_id: context.organizationId,
        project_id: project.id,
        day,
        engine,
        model: model ?? 'kayak-1',
        answers: prompts.length,
        scoring_version: 1,
      });
    }
    for (const { id: promptId } of prompts) {
      for (const engine of answeringEngines) {
        const key = {
          organization_id: context.organizationId,
          project_id: project.id,
          day,
          prompt_id: promptId,
          engine,
          country: 'US',
          scoring_version: 1,
        };
        const mentionsOwnBrand = random() < (ownShare ?? 0.4);
        const mentionsCompetitor = random() < (competitorShare ?? 0.3);
        const isPageCited = random() < 0.5 && !losesPage;
        const domains = ['news.example', 'forum.example', 'shop.example'].filter(() => random() < 0.3);
        if (newDomain && random() < 0.6) domains.push(newDomain);
        rows.answers.push({
          ...key,
          answered: 1,
          no_answer: 0,
          unreadable: 0,
          citations: domains.length,
          is_branded_prompt: false,
          with_search_queries: 0,
          sources_listed: domains.length,
        });
        const rank = Math.floor(ownRank) + Number(detailRandom() < ownRank % 1);
        const isPositive = detailRandom() < positiveShare;
        const addBrandRow = (brandId: string | undefined, mentioned: boolean, cited: boolean) => {
          if (!mentioned && !cited) return;
          rows.brands.push({
            ...key,
            brand_id: brandId,
            mentioned: Number(mentioned),
            mentions: Number(mentioned),
            rank_sum: mentioned ? rank : 0,
            rank_first_count: Number(mentioned && rank === 1),
            cited: Number(cited),
            citations: Number(cited),
            rank_histogram: [],
            neutral: 0,
            positive: Number(mentioned && isPositive),
            negative: Number(mentioned && !isPositive),
          });
        };
        addBrandRow(project.own.id, mentionsOwnBrand, isPageCited);
        addBrandRow(competitor?.id, mentionsCompetitor, false);
        for (const domain of domains) {
          rows.domains.push({
            ...key,
            domain,
            listed: 1,
            cited: 1,
            citations: 1,
            mentioned: 0,
            gap: 0,
          });
        }
        const id = randomUUID();
        const partitionKey = { organization_id: context.organizationId, requested_at: `${day}T12:00:00Z` };
        stored.answers.push({
          ...partitionKey,
          id,
          project_id: project.id,
          run_id: randomUUID(),
          task_id: randomUUID(),
          prompt_id: promptId,
          engine,
          country: 'US',
          sample: 1,
          status: 'answered',
          text: 'A kayak.',
          search_queries: [],
          result: {},
          scoring_version: 1,
          model: model ?? 'kayak-1',
        });
        if (!isPageCited) continue;
        stored.sources.push({
          ...partitionKey,
          answer_id: id,
          position: 1,
          url: 'https://fjordwing.example/guide',
          normalized_url: 'fjordwing.example/guide',
          domain: 'fjordwing.example',
          label: 'Guide',
          citations: 1,
        });
      }
    }
  }
  for (const month of months) await db.$client.query('SELECT ensure_answer_partitions($1)', [month]);
  await insert(db, 'daily_answers', rows.answers);
  await insert(db, 'daily_models', rows.models);
  await insert(db, 'daily_brands', rows.brands);
  await insert(db, 'daily_domains', rows.domains);
  await insert(db, 'answers', stored.answers);
  await insert(db, 'answer_sources', stored.sources);
  return project;
}
