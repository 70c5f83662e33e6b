import { systemClock } from '#lib/core/clock';
import { addDays, toUtcDay } from '#lib/core/days';
import { createExperiment } from '#lib/dashboard/experiments/create-experiment';
import { createProject } from '#lib/dashboard/projects/create-project';
import { createShare } from '#lib/dashboard/shares/create-share';
import type { PooledDatabase } from '#lib/db/client';
import type { Context } from '#lib/db/context';
import type { Places } from '#tests/e2e/screens/screen';

/** Adds to a demo what it does not have by itself, an experiment of its newest days, a link and a project without prompts. */
export async function preparePlaces(db: PooledDatabase): Promise<Places> {
  const { rows } = await db.$client.query(
    `SELECT a.organization_id AS "organizationId", a.project_id AS "projectId", a.prompt_id AS "promptId",
       a.run_id AS "runId", a.id AS "answerId", s.domain,
       (SELECT id FROM brands WHERE project_id = a.project_id AND role = 'competitor' ORDER BY color_index LIMIT 1) AS "rivalId",
       ARRAY(SELECT id FROM prompts WHERE project_id = a.project_id AND topic = 'Price') AS "promptIds"
     FROM answers a JOIN answer_sources s ON s.answer_id = a.id
     WHERE a.status = 'answered' AND s.domain NOT IN (SELECT unnest(domains) FROM brands)
     ORDER BY a.requested_at DESC, a.id LIMIT 1`,
  );
  const { organizationId, promptIds, ...found } = rows[0];
  const { projectId } = found;
  const context: Context = {
    db: db,
    clock: systemClock,
    organizationId,
    actor: { kind: 'operator' },
  };
  const experiment = await createExperiment(context, {
    projectId,
    experiment: {
      name: 'Price page',
      what: 'A page that compares prices, with a table of every shop.',
      changedOn: addDays(toUtcDay(new Date()), -2),
      promptIds,
    },
  });
  const { token } = await createShare(context, { projectId });
  const empty = await createProject(context, {
    name: 'Kayaks',
    own: { name: 'Fjordwing', domains: ['fjordwing.example'] },
    competitors: [],
  });
  return { ...found, experimentId: experiment.id, shareToken: token, emptyProjectId: empty.id };
}
