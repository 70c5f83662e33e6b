import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Engine, taskTypeOf } from '#lib/contract/engines';
import { fixedClock } from '#lib/core/clock';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { addDays } from '#lib/dashboard/metrics/days';
import type { Context } from '#lib/database/context';
import { insert } from './observations';

/** Three brands, the own one first: their names and the domain each owns. */
export const names = ['Fjordwing', 'Paddlemoor', 'Otterline'];
export const sites = ['fjordwing.example', 'paddlemoor.example', 'news.example', 'forum.example'];
export const engines = ['office', 'gen'] as const;
export const countries = ['US', 'DE'];
export const firstDay = '2026-03-01';
/** Prompts; the last names a brand. */
export const questions = [
  { text: 'Which kayak is best?', topic: 'alpha', branded: false },
  { text: 'Cheap kayaks', topic: 'beta', branded: false },
  { text: 'Is Paddlemoor any good?', topic: 'alpha', branded: true },
];
const tones = { praise: 'a great choice for', blame: 'a terrible choice for', neither: 'made for' };
export type Tone = keyof typeof tones;

/** An answer as it is made up: what it says of whom, where it points, what was searched. */
export interface MadeUp {
  /** From `firstDay`. */
  day: number;
  prompt: number;
  engine: (typeof engines)[number];
  country: string;
  /** One sentence each: the brands it names, in that order, and how. */
  sentences: { brands: number[]; tone: Tone }[];
  /** By the number of the site; listed with 0 citations. */
  sources: { site: number; citations: number }[];
  /** Only `office` tells them. */
  searches: string[];
}

export interface Market {
  context: Context;
  projectId: string;
  brandIds: string[];
  promptIds: string[];
}

/** A fresh project to which the answers came by the ordinary way: as deliveries, read, scored and counted. */
export async function ingestMarket(pool: pg.Pool, answers: readonly MadeUp[]): Promise<Market> {
  const [organizationId, projectId, runId] = [randomUUID(), randomUUID(), randomUUID()];
  const place = { organization_id: organizationId, project_id: projectId };
  const brandIds = names.map(() => randomUUID());
  const promptIds = questions.map(() => randomUUID());
  await insert(pool, 'projects', [{ organization_id: organizationId, id: projectId, name: 'Kayaks' }]);
  await insert(
    pool,
    'brands',
    names.map((name, index) => ({
      ...{ ...place, id: brandIds[index], name, hue: index, role: index === 0 ? 'own' : 'competitor' },
      domains: index < 2 ? [sites[index]] : [],
    })),
  );
  await insert(
    pool,
    'prompts',
    questions.map(({ text, topic }, index) => ({ ...place, id: promptIds[index], text, topic })),
  );
  await insert(pool, 'runs', [
    {
      ...{ ...place, id: runId, kind: 'manual', asked_at: `${firstDay}T12:00:00Z`, engines, countries },
      ...{ samples: 1, cells: answers.length, status: 'waiting' },
    },
  ]);
  const cells = answers.map((answer, sample) => ({ ...answer, id: randomUUID(), sample }));
  await insert(
    pool,
    'cells',
    cells.map(({ id, prompt, engine, country, sample }) => ({
      ...{
        organization_id: organizationId,
        run_id: runId,
        id,
        prompt_id: promptIds[prompt],
        engine,
        country,
      },
      ...{ sample, status: 'sent' },
    })),
  );
  await insert(
    pool,
    'received_answers',
    cells.map((cell) => {
      const record = recordOf(cell, `${runId}:${cell.id}`);
      return { organization_id: organizationId, task_id: record.task.id, record, via: 'webhook' };
    }),
  );
  const clock = fixedClock(new Date('2026-03-31T12:00:00Z'));
  await ingestAnswers({ connection: pool, clock });
  const actor = { kind: 'member', userId: randomUUID(), role: 'viewer' } as const;
  return { context: { connection: pool, clock, organizationId, actor }, projectId, brandIds, promptIds };
}

function recordOf(answer: MadeUp, idempotencyKey: string) {
  const engine: Engine = answer.engine;
  const url = (site: number) => `https://${sites[site]}/page`;
  return {
    task: {
      ...{ id: randomUUID(), taskType: taskTypeOf(engine), status: 'COMPLETED', priority: 1, idempotencyKey },
      createdAt: `${addDays(firstDay, answer.day)}T12:00:00.000Z`,
    },
    credits: { creditsToCharge: 4, creditsCharged: 4 },
    response: {
      text: textOf(answer),
      sources: answer.sources.map(({ site }, index) => ({
        ...{ position: index + 1, url: url(site), label: 'A page', description: '' },
      })),
      citationPills: answer.sources.flatMap(({ site, citations }) =>
        Array.from({ length: citations }, (_, index) => ({
          ...{ label: 'A page', citationPillId: index, url: url(site), domain: sites[site], position: 1 },
        })),
      ),
      ...(answer.searches.length > 0 && engine === 'office' && { searchQueries: answer.searches }),
    },
  };
}

/** The text that says it; it ends so that every text is plainly in English. */
function textOf({ sentences }: MadeUp): string {
  const said = sentences.map(
    ({ brands, tone }) =>
      `To me ${brands.map((brand) => names[brand]).join(', then ')} is ${tones[tone]} the sea.`,
  );
  return [...said, 'That is what they have for you to start with.'].join(' ');
}
