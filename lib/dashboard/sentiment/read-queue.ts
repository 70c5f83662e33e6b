import { sha256 } from '#lib/core/crypto';
import { findSentence, splitSentences } from '#lib/dashboard/scoring/text-ranges';
import type { BrandSentence } from '#lib/dashboard/sentiment/classify-sentences';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { withOrganization } from '#lib/db/organization-scope';
import { sentimentClassifiers } from '#lib/db/schema/sentiment';
import { rowOf, statement } from '#lib/db/statement';

interface Classifier {
  name: string;
  provider: string;
  model: string;
}

/** A sentence of an answer that mentions a brand, with its ID in `classified_sentences`. */
export interface AnswerSentence extends BrandSentence {
  id: string;
  brandId: string;
}

export interface QueuedAnswer {
  answerId: string;
  /** As PostgreSQL formats it, to the microsecond. */
  requestedAt: string;
  scoringVersion: number;
  /** Null if the answer was deleted; the next three fields are null then too. */
  projectId: string | null;
  promptId: string;
  engine: string;
  country: string;
  sentences: AnswerSentence[];
}

interface QueuedRow extends Omit<QueuedAnswer, 'sentences'> {
  text: string | null;
  mentions: { brandId: string; brand: string; spans: number[] }[];
}

const selectQueued = statement({
  name: 'read-sentiment-queue',
  parameters: { organizationId: 'uuid', limit: 'int4' },
  row: rowOf<QueuedRow>({
    answerId: 'uuid',
    requestedAt: 'text',
    scoringVersion: 'int4',
    projectId: 'uuid?',
    promptId: 'uuid',
    engine: 'text',
    country: 'text',
    text: 'text?',
    mentions: 'json',
  }),
  isPrepared: false,
  text: `
    SELECT queued.answer_id AS "answerId", queued.requested_at::text AS "requestedAt",
      queued.scoring_version AS "scoringVersion", answers.project_id AS "projectId", answers.prompt_id AS "promptId",
      answers.engine, answers.country, answers.text, coalesce((
        SELECT json_agg(json_build_object('brandId', mentions.brand_id, 'brand', named.name, 'spans', mentions.spans))
        FROM mentions LEFT JOIN brands ON brands.organization_id = :organizationId AND brands.id = mentions.brand_id
        -- A brand that was removed belongs to the published version until the rescoring ends.
        CROSS JOIN LATERAL (SELECT coalesce(brands.name, (
          SELECT published->>'name' FROM rescore_jobs, jsonb_array_elements(published_brands) AS published
          WHERE rescore_jobs.organization_id = :organizationId AND rescore_jobs.project_id = answers.project_id
            AND published->>'id' = mentions.brand_id::text)) AS name) named
        WHERE named.name IS NOT NULL AND mentions.organization_id = :organizationId AND mentions.requested_at = queued.requested_at
          AND mentions.answer_id = queued.answer_id AND mentions.scoring_version = queued.scoring_version
      ), '[]') AS mentions
    FROM (SELECT * FROM sentiment_queue WHERE organization_id = :organizationId
          ORDER BY requested_at DESC, answer_id, scoring_version LIMIT :limit) AS queued
    LEFT JOIN answers ON answers.organization_id = :organizationId AND answers.requested_at = queued.requested_at
      AND answers.id = queued.answer_id`,
});

/** Reads the newest queued answers; undefined if the organization has no classifier. */
export async function readQueuedAnswers(
  context: Context,
  limit: number,
): Promise<{ classifier: Classifier; answers: QueuedAnswer[] } | undefined> {
  return withOrganization(context, async ({ db, organizationId }) => {
    const { name, provider, model } = sentimentClassifiers;
    const [classifier] = await db
      .select({ name, provider, model })
      .from(sentimentClassifiers)
      .where(hasValues(sentimentClassifiers, { organizationId }));
    if (!classifier) return undefined;
    const rows = await selectQueued(db, { organizationId, limit });
    const answers = rows.map(({ text, mentions, ...row }) => ({
      ...row,
      sentences: listSentences(classifier.name, text ?? '', mentions),
    }));
    return { classifier, answers };
  });
}

/** Reads the time zones of the scoring versions that exist. */
export const readTimeZones = statement({
  name: 'read-time-zones-of-versions',
  parameters: { organizationId: 'uuid', projectIds: 'uuid[]' },
  row: { projectId: 'uuid', version: 'int4', timeZone: 'text' },
  isPrepared: false,
  text: `
    SELECT id AS "projectId", scoring_version AS version, time_zone AS "timeZone" FROM projects
    WHERE organization_id = :organizationId AND id = ANY (:projectIds)
    UNION ALL
    SELECT projects.id, rescore_jobs.scoring_version, coalesce(rescore_jobs.time_zone, projects.time_zone)
    FROM rescore_jobs JOIN projects ON projects.organization_id = :organizationId AND projects.id = project_id
    WHERE rescore_jobs.organization_id = :organizationId AND project_id = ANY (:projectIds)`,
});

/**
 * Maximum length in UTF-16 code units. Longer sentences, usually tables or code, are shortened to the part around the
 * mention.
 */
const maxSentenceLength = 600;

/** Lists the sentences that mention each brand, without repetitions. */
function listSentences(
  classifier: string,
  text: string,
  mentions: QueuedRow['mentions'],
): QueuedAnswer['sentences'] {
  const ranges = splitSentences(text);
  return mentions.flatMap(({ brandId, brand, spans }) => {
    const byStart = new Map<number, AnswerSentence>();
    for (let at = 0; at + 1 < spans.length; at += 2) {
      const span = { start: spans[at] ?? 0, end: spans[at + 1] ?? 0 };
      const { start, end } = findSentence(ranges, span);
      if (byStart.has(start)) continue;
      const from =
        end - start <= maxSentenceLength ? start : Math.max(start, span.start - maxSentenceLength / 2);
      const sentence = text
        .slice(from, Math.min(end, from + maxSentenceLength))
        .trim()
        .toWellFormed();
      byStart.set(start, { id: toSentenceId(classifier, brand, sentence), brandId, brand, sentence });
    }
    return [...byStart.values()];
  });
}

/** Derives a UUID (version 8) from the input of a classification. */
function toSentenceId(classifier: string, brand: string, sentence: string): string {
  const hash = sha256(JSON.stringify([classifier, brand, sentence])).toString('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
