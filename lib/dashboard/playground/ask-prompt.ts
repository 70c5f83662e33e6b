import pLimit from 'p-limit';
import { z } from 'zod';
import { ClientError, createClient } from '#lib/client/client';
import { countrySchema } from '#lib/contract/countries';
import type { Engine } from '#lib/contract/engines';
import { isFictional } from '#lib/contract/providers';
import { engineSchema } from '#lib/contract/requests';
import { describeError, type ErrorCode, errorTable, notFound, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { idSchema } from '#lib/core/validation';
import { buildExcerpt } from '#lib/dashboard/analytics/answers/list-answers';
import {
  readSpotCheck,
  selectPrompt,
  spotCheckSchema,
  triesSchema,
} from '#lib/dashboard/analytics/answers/spot-check';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getApiAccess } from '#lib/dashboard/api-credentials/api-credentials';
import { readAnswer } from '#lib/dashboard/ingest/read-answer';
import { readBrands } from '#lib/dashboard/projects/brand';
import { projectIdSchema } from '#lib/dashboard/projects/project';
import { readProjectDays } from '#lib/dashboard/projects/project-days';
import { getPrompt } from '#lib/dashboard/prompts/list-prompts';
import { describeRunError } from '#lib/dashboard/runs/failure-messages';
import { buildTaskPayload } from '#lib/dashboard/runs/send-run';
import { compileMatcher, type Matcher } from '#lib/dashboard/scoring/match-brands';
import type { Context } from '#lib/db/context';
import { withOrganization } from '#lib/db/organization-scope';
import { defineOperation } from '#lib/operations/define-operation';

/** Longer than the longest sync request with its retries. */
const timeoutMs = 300_000;
/** Requests under way at once, few enough for the concurrency limit of every plan. */
const maxConcurrency = 3;
const excerptLength = 160;

const liveAnswerSchema = z.object({
  isMentioned: z.boolean(),
  excerpt: z.string().describe('The text around the first mention of the brand, or the beginning.'),
  isFictional: z.boolean(),
});
type LiveAnswer = z.output<typeof liveAnswerSchema>;

const askedSchema = z.object({
  answers: z.array(liveAnswerSchema),
  withoutAnswer: z.int().describe('Requests to which the engine showed no answer.'),
  failed: z.int().describe('Requests that failed.'),
  failure: z.string().nullable().describe('Why the first of these failed; null if none did.'),
  spotCheck: spotCheckSchema
    .nullable()
    .describe(
      'The chances of as many tries as there are answers, from stored answers; null without any of either.',
    ),
});
export type AskedPrompt = z.output<typeof askedSchema>;

/**
 * @throws ServiceError VALIDATION_ERROR; RESOURCE_NOT_FOUND, also without an API key; the error of the service if every
 *   request failed
 */
export const askPrompt = defineOperation({
  name: 'prompts.ask',
  title: 'Ask a prompt now',
  description:
    'Asks a prompt on an engine in a country a few times, and returns which answers mention the brand and how likely that was. The answers are not stored and count in no metric.',
  permission: 'runs.start',
  effect: 'spend',
  cost: 'Each try costs the credits of its engine: 3 to 5.',
  input: z.strictObject({
    projectId: projectIdSchema,
    promptId: idSchema('prompt'),
    engine: engineSchema,
    country: countrySchema,
    tries: triesSchema,
    query: z
      .string()
      .max(10_000)
      .default('')
      .describe('The period and brand of the stored answers, as in the address of a page.'),
  }),
  output: askedSchema,
  unaudited: 'Its requests are in the request log.',
  isTransaction: false,
  async run(context, { projectId, query, ...target }): Promise<AskedPrompt> {
    const prompt = await getPrompt(context, { projectId, promptId: target.promptId });
    const project = await readProjectDays(context, projectId);
    const filters = parseFilters(project, new URLSearchParams(query), context.clock);
    const { brandId, matcher } = await readMatcher(context, projectId, filters.brandId);
    const results = await sendRequests(context, { ...prompt, ...target }, target.tries);
    const answers = results.flatMap((result) =>
      'status' in result && result.status === 'answered' ? [readLiveAnswer(result, matcher, brandId)] : [],
    );
    const failures = results.filter((result) => result instanceof ServiceError);
    const [failure] = failures;
    if (failure && failures.length === results.length) throw failure;
    return {
      answers,
      withoutAnswer: results.length - answers.length - failures.length,
      failed: failures.length,
      failure: failure?.message ?? null,
      spotCheck:
        answers.length === 0
          ? null
          : await readSpotCheck(context, selectPrompt(filters, prompt.id), {
              ...target,
              tries: answers.length,
            }),
    };
  },
});

async function readMatcher(context: Context, projectId: string, selectedId: string | null) {
  const brandsByProject = await withOrganization(context, ({ db, organizationId }) =>
    readBrands(db, organizationId, [projectId]),
  );
  const brands = brandsByProject.get(projectId) ?? [];
  const brand = brands.find(({ id }) => id === selectedId) ?? brands[0];
  if (!brand) throw notFound('Project not found.');
  return { brandId: brand.id, matcher: compileMatcher(brands) };
}

type ReadAnswer = ReturnType<typeof readAnswer>;

/** Sends the prompt a few times. A request that fails does not end the others, which cost credits already. */
async function sendRequests(
  context: Context,
  item: { text: string; language: string | null; engine: Engine; country: string },
  tries: number,
): Promise<(ReadAnswer | ServiceError)[]> {
  const client = createClient({ ...(await getApiAccess(context)), timeoutMs });
  const limit = pLimit(maxConcurrency);
  const body = { model: item.engine, ...buildTaskPayload(item, { addOns: false, html: false }) };
  const ask = async () => {
    try {
      const { result } = await client.call('monitor', { body });
      return readAnswer(item.engine, result);
    } catch (error) {
      return toFailure(error);
    }
  };
  return Promise.all(Array.from({ length: tries }, () => limit(ask)));
}

function toFailure(error: unknown): ServiceError {
  if (!(error instanceof ClientError)) throw error;
  log.warn({ code: error.code, error: describeError(error) }, 'asking a prompt failed');
  const known = Object.keys(errorTable).find((code): code is ErrorCode => code === error.code);
  const message = describeRunError(error.code, error.message);
  return new ServiceError(known ?? 'EXTERNAL_SERVICE_ERROR', { message, cause: error });
}

function readLiveAnswer(
  { text, markdown, provider }: ReadAnswer,
  matcher: Matcher,
  brandId: string,
): LiveAnswer {
  const mentions = matcher.findMentions(text, markdown || null);
  const excerpt = buildExcerpt(text, mentions, brandId, excerptLength);
  return {
    isMentioned: mentions.some((mention) => mention.brandId === brandId),
    excerpt: `${excerpt.isCutBefore ? '… ' : ''}${excerpt.text}${excerpt.isCutAfter ? ' …' : ''}`,
    isFictional: isFictional(provider),
  };
}
