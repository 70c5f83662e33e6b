import { ServiceError } from '#lib/core/errors';
import type { TrackedBrand } from '#lib/core/figure';
import { type AnswerExtras, extrasOf } from '#lib/dashboard/analytics/answer-extras';
import { ask } from '#lib/dashboard/analytics/ask';
import {
  type DomainType,
  domainTypeOf,
  domainTypes,
  isFictional,
} from '#lib/dashboard/analytics/domain-type';
import type { MentionSpans } from '#lib/dashboard/analytics/excerpt';
import { shownDefinition } from '#lib/dashboard/analytics/scope';
import { type StoredPage, storedPageOf } from '#lib/dashboard/analytics/stored-page';
import { isId } from '#lib/dashboard/projects/is-id';
import { shownBrandsJson } from '#lib/dashboard/scoring/definition';
import type { Context } from '#lib/db/context';

export interface AnswerSource {
  /** From 1, as the engine lists it. */
  position: number;
  url: string;
  label: string;
  domain: string;
  type: DomainType;
  /** Places in the text that point at it. */
  citations: number;
  fictional: boolean;
}

/** One whole answer, as the drawer shows it. */
export interface Answer {
  id: string;
  runId: string;
  promptId: string;
  prompt: string;
  engine: string;
  country: string;
  sample: number;
  askedAt: Date;
  status: 'answered' | 'no-answer' | 'unreadable';
  model: string | null;
  text: string;
  markdown: string | null;
  searchQueries: string[];
  /** Spans count in `text`. */
  mentions: MentionSpans[];
  /** The tracked brands of its project, the own one first. */
  brands: TrackedBrand[];
  sources: AnswerSource[];
  extras: AnswerExtras;
  /** The page as the engine showed it; null where it was not asked for. */
  page: StoredPage | null;
  /** The engine's result as received. */
  result: unknown;
}

const text = `
SELECT answers.id, answers.run_id AS "runId", answers.prompt_id AS "promptId", prompts.text AS prompt,
  answers.engine, answers.country, answers.sample, answers.asked_at AS "askedAt", answers.status, answers.model,
  answers.text, answers.markdown, answers.search_queries AS "searchQueries", answers.result,
  (SELECT coalesce(json_agg(json_build_object('brandId', brand_id, 'rank', rank, 'spans', spans) ORDER BY rank, brand_id), '[]')
   FROM mentions WHERE organization_id = $1 AND asked_at = answers.asked_at AND answer_id = answers.id
     AND definition = ${shownDefinition}) AS mentions,
  ${shownBrandsJson('$1', '$2')} AS brands,
  (SELECT coalesce(json_agg(json_build_object('position', position, 'url', url, 'label', label, 'domain', listed.domain,
                                              'type', corrected.type, 'citations', citations) ORDER BY position), '[]')
   FROM answer_sources AS listed
   LEFT JOIN domain_types AS corrected ON corrected.organization_id = $1 AND corrected.project_id = $2
     AND corrected.domain = listed.domain
   WHERE listed.organization_id = $1 AND listed.asked_at = answers.asked_at AND listed.answer_id = answers.id) AS sources
FROM answers JOIN prompts ON prompts.organization_id = $1 AND prompts.id = answers.prompt_id
WHERE answers.organization_id = $1 AND answers.project_id = $2 AND answers.id = $3`;

interface Row extends Omit<Answer, 'sources' | 'brands' | 'extras' | 'page'> {
  brands: (TrackedBrand & { domains: string[] })[];
  /** Typed where the workspace has corrected its type. */
  sources: (Omit<AnswerSource, 'fictional' | 'type'> & { type: string | null })[];
}

/** @throws ServiceError RESOURCE_NOT_FOUND when the project has no such answer */
export function answer(
  context: Context,
  { projectId, answerId }: { projectId: string; answerId: string },
): Promise<Answer> {
  return ask(context, async (scope) => {
    const { rows } =
      isId(projectId) && isId(answerId)
        ? await scope.db.$client.query<Row>({
            name: 'metrics-answer',
            text,
            values: [scope.organizationId, projectId, answerId],
          })
        : { rows: [] };
    const row = rows[0];
    if (!row)
      throw new ServiceError('RESOURCE_NOT_FOUND', { message: 'There is no such answer in this project.' });
    return {
      ...row,
      brands: row.brands.map(({ id, name, role, hue }) => ({ id, name, role, hue })),
      sources: row.sources.map((source) => ({
        ...source,
        type: domainTypes.find((type) => type === source.type) ?? domainTypeOf(source.domain, row.brands),
        fictional: isFictional(source.domain),
      })),
      extras: extrasOf(row.engine, row.result),
      page: storedPageOf(row.result, row.askedAt),
    };
  });
}
