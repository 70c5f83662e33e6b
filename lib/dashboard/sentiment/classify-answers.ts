import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import { toRollupKey } from '#lib/dashboard/ingest/rollup-rows';
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
  readTimeZones,
} from '#lib/dashboard/sentiment/read-queue';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { sentimentClassifiers } from '#lib/db/schema/sentiment';
import { rowOf, statement } from '#lib/db/statement';
import { enqueue } from '#lib/queue/jobs';

/** Number of answers per transaction. */
const batchSize = 100;
/** Concurrent requests to the language model. */
const concurrency = 4;
/** Minutes until the next attempt after a failure. */
const retryMinutes = 15;

const listDueOrganizations = statement({
  name: 'list-organizations-to-classify',
  parameters: { now: 'timestamptz' },
  row: { organizationId: 'uuid' },
  isPrepared: false,
  text: `
    SELECT organization_id AS "organizationId" FROM sentiment_classifiers
    WHERE (retry_at IS NULL OR retry_at <= :now)
      AND NOT EXISTS (SELECT FROM organizations WHERE id = sentiment_classifiers.organization_id AND deletes_at IS NOT NULL)
      AND EXISTS (SELECT FROM sentiment_queue
                  WHERE sentiment_queue.organization_id = sentiment_classifiers.organization_id)`,
});

/**
 * Enqueues `classifySentencesJob` for every organization with queued answers, except those that wait for a retry or are
 * scheduled for deletion.
 */
export async function startClassifications({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  for (const { organizationId } of await listDueOrganizations(db, { now: clock.now() })) {
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
  const stored = await withOrganization(context, ({ db, organizationId }) =>
    readClassified(db, { organizationId, ids: [...byId.keys()] }),
  );
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

const insertSentences = statement({
  name: 'insert-classified-sentences',
  parameters: { organizationId: 'uuid', sentences: 'jsonb', now: 'timestamptz' },
  isPrepared: false,
  text: `
    INSERT INTO classified_sentences (organization_id, id, sentence, sentiment, aspects, created_at)
    SELECT :organizationId, given.*, :now
    FROM jsonb_to_recordset(:sentences) AS given (id uuid, sentence text, sentiment text, aspects text[])
    ON CONFLICT DO NOTHING`,
});

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
    await insertSentences(db, { organizationId, sentences: rows, now: clock.now() });
    await db
      .update(sentimentClassifiers)
      .set({
        inputTokens: sql`${sentimentClassifiers.inputTokens} + ${result.inputTokens}`,
        outputTokens: sql`${sentimentClassifiers.outputTokens} + ${result.outputTokens}`,
        error: null,
        retryAt: null,
      })
      .where(hasValues(sentimentClassifiers, { organizationId }));
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

const claimQueued = statement({
  name: 'claim-queued-answers',
  parameters: {
    organizationId: 'uuid',
    given: [{ requestedAt: 'timestamptz', answerId: 'uuid', scoringVersion: 'int4' }],
  },
  row: { answerId: 'uuid', scoringVersion: 'int4' },
  isPrepared: false,
  text: `
    DELETE FROM sentiment_queue USING :given
    WHERE sentiment_queue.organization_id = :organizationId AND sentiment_queue.requested_at = given.requested_at
      AND sentiment_queue.answer_id = given.answer_id AND sentiment_queue.scoring_version = given.scoring_version
    RETURNING sentiment_queue.answer_id AS "answerId", sentiment_queue.scoring_version AS "scoringVersion"`,
});

const updateMentions = statement({
  name: 'add-sentences-to-mentions',
  parameters: { organizationId: 'uuid', mentions: 'jsonb' },
  row: { answerId: 'uuid', scoringVersion: 'int4', brandId: 'uuid' },
  isPrepared: false,
  text: `
    UPDATE mentions SET sentence_ids = given.sentence_ids
    FROM jsonb_to_recordset(:mentions)
      AS given (requested_at timestamptz, answer_id uuid, scoring_version int, brand_id uuid, sentence_ids uuid[])
    WHERE mentions.organization_id = :organizationId AND mentions.requested_at = given.requested_at
      AND mentions.answer_id = given.answer_id AND mentions.scoring_version = given.scoring_version
      AND mentions.brand_id = given.brand_id AND mentions.sentence_ids IS NULL
    RETURNING mentions.answer_id AS "answerId", mentions.scoring_version AS "scoringVersion",
      mentions.brand_id AS "brandId"`,
});

/**
 * Adds the classified sentences of queued answers to their mentions and to the rollups. An answer that another call
 * has added, or whose scoring version was removed, changes nothing.
 * @returns the number of answers removed from the queue
 */
function applyClassifications(context: Context, answers: readonly QueuedAnswer[]): Promise<number> {
  return withOrganization(context, async ({ db, organizationId, clock }) => {
    // Keeps the days of the projects from being summed in the meantime (see `sumMonths`).
    const projectIds = new Set(answers.flatMap(({ projectId }) => projectId ?? []));
    await lockProjectsForShare(db, { organizationId, projectIds: [...projectIds] });
    const claimed = await claimQueued(db, { organizationId, given: answers });
    const claimedKeys = new Set(
      claimed.map(({ answerId, scoringVersion }) => `${answerId} ${scoringVersion}`),
    );
    const claimedAnswers = answers.filter(({ answerId, scoringVersion }) =>
      claimedKeys.has(`${answerId} ${scoringVersion}`),
    );
    const mentions = claimedAnswers.flatMap((answer) =>
      [...Map.groupBy(answer.sentences, ({ brandId }) => brandId)].map(([brandId, sentences]) => ({
        requested_at: answer.requestedAt,
        answer_id: answer.answerId,
        scoring_version: answer.scoringVersion,
        brand_id: brandId,
        sentence_ids: sentences.map(({ id }) => id),
      })),
    );
    const updated = await updateMentions(db, { organizationId, mentions });
    const updatedKeys = new Set(
      updated.map(({ answerId, scoringVersion, brandId }) => `${answerId} ${scoringVersion} ${brandId}`),
    );
    const ids = new Set(claimedAnswers.flatMap(({ sentences }) => sentences.map(({ id }) => id)));
    const classifiedRows = await readClassified(db, { organizationId, ids: [...ids] });
    const classified = new Map(classifiedRows.map((row) => [row.id, row]));
    const rollup = new Rollup();
    const versions = await readTimeZones(db, { organizationId, projectIds: [...projectIds] });
    const timeZones = new Map(
      versions.map(({ projectId, version, timeZone }) => [`${projectId} ${version}`, timeZone]),
    );
    for (const answer of claimedAnswers) {
      const { answerId, scoringVersion, projectId, requestedAt, sentences } = answer;
      const timeZone = timeZones.get(`${projectId} ${scoringVersion}`);
      if (projectId === null || timeZone === undefined) continue;
      const key = toRollupKey({
        ...answer,
        organizationId,
        projectId,
        timeZone,
        requestedAt: new Date(requestedAt),
      });
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

const lockProjectsForShare = statement({
  name: 'lock-classified-projects',
  parameters: { organizationId: 'uuid', projectIds: 'uuid[]' },
  isPrepared: false,
  text: `
    SELECT FROM projects WHERE organization_id = :organizationId AND id = ANY (:projectIds) ORDER BY id FOR SHARE`,
});

interface ClassifiedRow {
  id: string;
  sentiment: Classification['sentiment'] | null;
  aspects: string[];
}

const readClassified = statement({
  name: 'read-classified-sentences',
  parameters: { organizationId: 'uuid', ids: 'uuid[]' },
  row: rowOf<ClassifiedRow>({ id: 'uuid', sentiment: 'text?', aspects: 'text[]' }),
  isPrepared: false,
  text: `
    SELECT id, sentiment, aspects FROM classified_sentences
    WHERE organization_id = :organizationId AND id = ANY (:ids)`,
});

/** Stores why the requests failed, and when they are retried. */
async function recordFailure(context: Context, error: unknown): Promise<void> {
  const { organizationId } = context;
  log.warn({ organizationId, error: describeError(error) }, 'sentence classification failed');
  const message = error instanceof ServiceError ? error.message : 'Something went wrong on our side.';
  await withOrganization(context, ({ db, clock }) =>
    db
      .update(sentimentClassifiers)
      .set({ error: message, retryAt: new Date(clock.now().getTime() + retryMinutes * 60_000) })
      .where(hasValues(sentimentClassifiers, { organizationId })),
  );
}
