import { Rollup } from '#lib/dashboard/ingest/rollup';
import { writeMentions } from '#lib/dashboard/ingest/write-answers';
import { writeRollup } from '#lib/dashboard/ingest/write-rollup';
import { compileScorer } from '#lib/dashboard/mentions/compile-scorer';
import { type Scorer, scoreAnswer } from '#lib/dashboard/mentions/score-answer';
import { readBrands } from '#lib/dashboard/projects/brand';
import { lockProject } from '#lib/dashboard/projects/lock-project';
import type { Connection } from '#lib/database/connection';
import { type Context, scoped } from '#lib/database/context';

const pageSize = 500;

const clear = [
  `DELETE FROM mentions USING answers
   WHERE answers.organization_id = $1 AND answers.project_id = $2
     AND mentions.organization_id = answers.organization_id AND mentions.asked_at = answers.asked_at
     AND mentions.answer_id = answers.id`,
  'DELETE FROM daily_answers WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_brands WHERE organization_id = $1 AND project_id = $2',
  'DELETE FROM daily_domains WHERE organization_id = $1 AND project_id = $2',
];

/**
 * Scores all answers of a project again by its present brands and builds its rollups anew, in one transaction:
 * until it commits every reader sees the old figures, after it the new ones, and answers that come in meanwhile
 * wait for it (they share the project's lock). @returns answers scored
 */
export async function rescoreProject(
  context: Context,
  { projectId }: { projectId: string },
): Promise<number> {
  return scoped(context, async ({ connection, organizationId }) => {
    await lockProject(connection, organizationId, projectId);
    for (const statement of clear) await connection.query(statement, [organizationId, projectId]);
    const brands = (await readBrands(connection, organizationId, [projectId])).get(projectId) ?? [];
    const scorer = compileScorer(brands);
    const rollup = new Rollup();
    let answers = 0;
    let after: StoredAnswer | undefined;
    for (;;) {
      const page = await readPage(connection, organizationId, projectId, after);
      if (page.length === 0) break;
      await scorePage(connection, { organizationId, projectId }, page, scorer, rollup);
      answers += page.length;
      after = page.at(-1);
    }
    await writeRollup(connection, rollup);
    return answers;
  });
}

interface StoredAnswer {
  id: string;
  askedAt: Date;
  /** The same instant to the microsecond, as the key of the next page. */
  askedAtText: string;
  promptId: string;
  promptText: string;
  engine: string;
  country: string;
  status: 'answered' | 'no-answer' | 'unreadable';
  text: string;
  sources: { url: string; domain: string; citations: number }[];
}

async function readPage(
  connection: Connection,
  organizationId: string,
  projectId: string,
  after: StoredAnswer | undefined,
): Promise<StoredAnswer[]> {
  const { rows } = await connection.query<StoredAnswer>({
    name: 'read-answers-to-rescore',
    text: `
      SELECT answers.id, asked_at AS "askedAt", asked_at::text AS "askedAtText", prompt_id AS "promptId",
        prompts.text AS "promptText", engine, country, status, answers.text,
        coalesce((
          SELECT json_agg(json_build_object('url', url, 'domain', domain, 'citations', citations))
          FROM answer_sources WHERE answer_sources.organization_id = answers.organization_id
            AND answer_sources.asked_at = answers.asked_at AND answer_id = answers.id
        ), '[]') AS sources
      FROM answers JOIN prompts ON prompts.organization_id = answers.organization_id AND prompts.id = prompt_id
      WHERE answers.organization_id = $1 AND answers.project_id = $2
        AND ($3::timestamptz IS NULL OR (asked_at, answers.id) < ($3::timestamptz, $4::uuid))
      ORDER BY asked_at DESC, answers.id DESC LIMIT ${pageSize}`,
    values: [organizationId, projectId, after?.askedAtText ?? null, after?.id ?? null],
  });
  return rows;
}

async function scorePage(
  connection: Connection,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  page: readonly StoredAnswer[],
  scorer: Scorer,
  rollup: Rollup,
): Promise<void> {
  const scored = page.map((answer) => ({
    answer,
    key: { organization_id: organizationId, asked_at: answer.askedAt, answer_id: answer.id },
    scores: answer.status === 'answered' ? scoreAnswer(scorer, answer) : [],
  }));
  await writeMentions(connection, scored);
  for (const { answer, scores } of scored) {
    rollup.add({
      cell: {
        organization_id: organizationId,
        project_id: projectId,
        day: answer.askedAt.toISOString().slice(0, 10),
        prompt_id: answer.promptId,
        engine: answer.engine,
        country: answer.country,
      },
      status: answer.status,
      branded: scorer.matcher.mentionsAny(answer.promptText),
      sources: answer.sources,
      scores,
    });
  }
}
