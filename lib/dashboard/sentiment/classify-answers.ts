import pLimit from 'p-limit';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { Rollup, toRollupKey, writeRollup } from '#lib/dashboard/ingest/rollup';
import { classifySentencesJob } from '#lib/dashboard/sentiment/classifier';
import {
  type Classification,
  classifySentences,
  type GetLanguageModel,
  type LanguageModel,
  sentencesPerRequest,
} from '#lib/dashboard/sentiment/classify-sentences';
import {
  type AnswerSentence,
  type QueuedAnswer,
  readQueuedAnswers,
} from '#lib/dashboard/sentiment/read-queue';
import { type Context, type Database, withOrganization } from '#lib/db/client';
import { enqueue } from '#lib/queue/jobs';

/** Number of answers per transaction. */
const batchSize = 100;
/** Concurrent requests to the language model. */
const concurrency = 4;
/** Minutes until the next attempt after a failure. */
const retryMinutes = 15;

/**
 * Enqueues `classifySentencesJob` for every organization with queued answers, except those that wait for a retry or are
 * scheduled for deletion.
 */
export async function startClassifications({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const { rows } = await db.$client.query<{ organizationId: string }>(
    `SELECT organization_id AS "organizationId" FROM sentiment_classifiers
     WHERE (retry_at IS NULL OR retry_at <= $1)
       AND NOT EXISTS (SELECT FROM organizations WHERE id = sentiment_classifiers.organization_id AND deletes_at IS NOT NULL)
       AND EXISTS (SELECT FROM sentiment_queue
                   WHERE sentiment_queue.organization_id = sentiment_classifiers.organization_id)`,
    [clock.now()],
  );
  for (const { organizationId } of rows) {
    await enqueue(db, classifySentencesJob, { organizationId }, { key: organizationId });
  }
}

/**
 * Classifies the sentences of the organization's queued answers, and adds each answer to the rollups once. Requests run
 * outside of transactions; their results are stored first, so that no request is paid for twice after an interruption.
 * After a failure the answers stay queued, and the classifier's row contains the reason.
 * @returns the number of answers removed from the queue, including those whose sentences could not be classified
 */
export async function classifyAnswers(
  context: Context,
  getLanguageModel: GetLanguageModel,
  signal: AbortSignal,
): Promise<number> {
  let answers = 0;
  while (!signal.aborted) {
    const batch = await readQueuedAnswers(context, batchSize);
    if (!batch || batch.answers.length === 0) break;
    const { classifier } = batch;
    try {
      await classifyMissing(context, { batch, model: getLanguageModel(classifier), signal });
    } catch (error) {
      if (signal.aborted) throw error;
      await recordFailure(context, error);
      break;
    }
    answers += await applyClassifications(context, batch.answers);
  }
  return answers;
}

/** Classifies and stores the sentences of a batch that are not stored yet. @throws any error of `model` */
async function classifyMissing(
  context: Context,
  {
    batch,
    model,
    signal,
  }: { batch: { answers: readonly QueuedAnswer[] }; model: LanguageModel; signal: AbortSignal },
): Promise<void> {
  const byId = new Map(
    batch.answers.flatMap(({ sentences }) => sentences).map((sentence) => [sentence.id, sentence]),
  );
  const stored = await withOrganization(context, async ({ db, organizationId }) => {
    const { rows } = await db.$client.query<{ id: string }>(
      'SELECT id FROM classified_sentences WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
      [organizationId, [...byId.keys()]],
    );
    return rows;
  });
  for (const { id } of stored) byId.delete(id);
  const missing = [...byId.values()];
  const limit = pLimit(concurrency);
  const requests = Array.from({ length: Math.ceil(missing.length / sentencesPerRequest) }, (_, index) =>
    missing.slice(index * sentencesPerRequest, (index + 1) * sentencesPerRequest),
  );
  // Every request ends before a failure is reported, so that the results that were paid for are stored.
  const outcomes = await Promise.allSettled(
    requests.map((sentences) =>
      limit(async () => {
        signal.throwIfAborted();
        const items = sentences.map(({ brand, sentence }) => ({ brand, sentence }));
        await storeClassifications(context, sentences, await classifySentences(model, items, signal));
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function storeClassifications(
  context: Context,
  sentences: readonly AnswerSentence[],
  result: Awaited<ReturnType<typeof classifySentences>>,
): Promise<void> {
  const rows = sentences.map(({ id, sentence }, index) => {
    const classification = result.classifications[index];
    return {
      id,
      sentence,
      sentiment: classification?.sentiment ?? null,
      aspects: formatAspects(classification),
    };
  });
  await withOrganization(context, async ({ db, organizationId, clock }) => {
    await db.$client.query(
      `INSERT INTO classified_sentences (organization_id, id, sentence, sentiment, aspects, created_at)
       SELECT $1, given.*, $3 FROM json_to_recordset($2::json) AS given (id uuid, sentence text, sentiment text, aspects text[])
       ON CONFLICT DO NOTHING`,
      [organizationId, JSON.stringify(rows), clock.now()],
    );
    await db.$client.query(
      `UPDATE sentiment_classifiers SET input_tokens = input_tokens + $2, output_tokens = output_tokens + $3,
         error = NULL, retry_at = NULL WHERE organization_id = $1`,
      [organizationId, result.inputTokens, result.outputTokens],
    );
  });
}

/** Formats aspects as `price:negative`, each once. */
function formatAspects(classification: Classification | undefined): string[] {
  const aspects = (classification?.aspects ?? []).map(({ aspect, sentiment }) => `${aspect}:${sentiment}`);
  return [...new Set(aspects)];
}

function parseAspects(aspects: readonly string[]): { aspect: string; sentiment: 'positive' | 'negative' }[] {
  return aspects.map((text) => {
    const [aspect = '', sentiment] = text.split(':');
    return { aspect, sentiment: sentiment === 'positive' ? 'positive' : 'negative' };
  });
}

const claimQueued = `
  DELETE FROM sentiment_queue USING json_to_recordset($2::json)
    AS given (requested_at timestamptz, answer_id uuid, scoring_version int)
  WHERE sentiment_queue.organization_id = $1 AND sentiment_queue.requested_at = given.requested_at
    AND sentiment_queue.answer_id = given.answer_id AND sentiment_queue.scoring_version = given.scoring_version
  RETURNING sentiment_queue.answer_id AS "answerId", sentiment_queue.scoring_version AS "scoringVersion"`;

const updateMentions = `
  UPDATE mentions SET sentence_ids = given.sentence_ids
  FROM json_to_recordset($2::json)
    AS given (requested_at timestamptz, answer_id uuid, scoring_version int, brand_id uuid, sentence_ids uuid[])
  WHERE mentions.organization_id = $1 AND mentions.requested_at = given.requested_at
    AND mentions.answer_id = given.answer_id AND mentions.scoring_version = given.scoring_version
    AND mentions.brand_id = given.brand_id AND mentions.sentence_ids IS NULL
  RETURNING mentions.answer_id AS "answerId", mentions.scoring_version AS "scoringVersion",
    mentions.brand_id AS "brandId"`;

/**
 * Adds the classified sentences of queued answers to their mentions and to the rollups. An answer that another call
 * has added, or whose scoring version was removed, changes nothing.
 * @returns the number of answers removed from the queue
 */
function applyClassifications(context: Context, answers: readonly QueuedAnswer[]): Promise<number> {
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    await lockProjectsForShare(db, organizationId, answers);
    const { rows: claimed } = await db.$client.query<{ answerId: string; scoringVersion: number }>(
      claimQueued,
      [organizationId, JSON.stringify(answers.map(toKey))],
    );
    const claimedKeys = new Set(
      claimed.map(({ answerId, scoringVersion }) => `${answerId} ${scoringVersion}`),
    );
    const claimedAnswers = answers.filter(({ answerId, scoringVersion }) =>
      claimedKeys.has(`${answerId} ${scoringVersion}`),
    );
    const mentions = claimedAnswers.flatMap((answer) =>
      [...Map.groupBy(answer.sentences, ({ brandId }) => brandId)].map(([brandId, sentences]) => ({
        ...toKey(answer),
        brand_id: brandId,
        sentence_ids: sentences.map(({ id }) => id),
      })),
    );
    const { rows: updated } = await db.$client.query<{
      answerId: string;
      scoringVersion: number;
      brandId: string;
    }>(updateMentions, [organizationId, JSON.stringify(mentions)]);
    const updatedKeys = new Set(
      updated.map(({ answerId, scoringVersion, brandId }) => `${answerId} ${scoringVersion} ${brandId}`),
    );
    const classified = await readClassified(db, organizationId, claimedAnswers);
    const rollup = new Rollup();
    for (const answer of claimedAnswers) {
      const { answerId, scoringVersion, projectId, requestedAt, sentences } = answer;
      if (projectId === null) continue;
      const key = toRollupKey({ ...answer, organizationId, projectId, requestedAt: new Date(requestedAt) });
      for (const { id, brandId } of sentences) {
        const row = classified.get(id);
        if (!row?.sentiment || !updatedKeys.has(`${answerId} ${scoringVersion} ${brandId}`)) continue;
        rollup.addSentence(key, brandId, { sentiment: row.sentiment, aspects: parseAspects(row.aspects) });
      }
    }
    await writeRollup(db, rollup, clock.now());
    return claimed.length;
  });
}

/** Locks the answers' projects in share mode, so that their days are not summed in the meantime (see `sumMonths`). */
async function lockProjectsForShare(
  db: Database,
  organizationId: string,
  answers: readonly QueuedAnswer[],
): Promise<void> {
  const projectIds = [...new Set(answers.map(({ projectId }) => projectId))];
  await db.$client.query(
    'SELECT 1 FROM projects WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR SHARE',
    [organizationId, projectIds],
  );
}

function toKey({ requestedAt, answerId, scoringVersion }: QueuedAnswer) {
  return { requested_at: requestedAt, answer_id: answerId, scoring_version: scoringVersion };
}

interface ClassifiedRow {
  id: string;
  sentiment: Classification['sentiment'] | null;
  aspects: string[];
}

async function readClassified(
  db: Database,
  organizationId: string,
  answers: readonly QueuedAnswer[],
): Promise<Map<string, ClassifiedRow>> {
  const ids = new Set(answers.flatMap(({ sentences }) => sentences.map(({ id }) => id)));
  const { rows } = await db.$client.query<ClassifiedRow>(
    'SELECT id, sentiment, aspects FROM classified_sentences WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores why the requests failed, and when they are retried. */
async function recordFailure(context: Context, error: unknown): Promise<void> {
  const { organizationId } = context;
  log.warn({ organizationId, error: describeError(error) }, 'sentence classification failed');
  const message = error instanceof ServiceError ? error.message : 'Something went wrong on our side.';
  await withOrganization(context, ({ db, clock }) =>
    db.$client.query(
      `UPDATE sentiment_classifiers SET error = $2, retry_at = $3::timestamptz + make_interval(mins => $4)
       WHERE organization_id = $1`,
      [organizationId, message, clock.now(), retryMinutes],
    ),
  );
}
