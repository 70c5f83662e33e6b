import { fillHistoryChore, resumeHistoryChore } from '#lib/dashboard/demo/chores';
import { fillHistory, resumeHistory } from '#lib/dashboard/demo/fill-history';
import { ingestAnswersChore } from '#lib/dashboard/ingest/chores';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { rescoreProjectChore, resumeRescoringsChore } from '#lib/dashboard/rescoring/chores';
import { rescoreProject } from '#lib/dashboard/rescoring/rescore-project';
import { resumeRescorings } from '#lib/dashboard/rescoring/resume-rescorings';
import { sendRunChore, sweepRunsChore } from '#lib/dashboard/runs/chores';
import { sendRun } from '#lib/dashboard/runs/send-run';
import { sweepRuns } from '#lib/dashboard/runs/sweep-runs';
import { dueSchedulesChore } from '#lib/dashboard/schedules/chores';
import { dueSchedules } from '#lib/dashboard/schedules/due-schedules';
import type { Context } from '#lib/db/context';
import { type BoundChore, bindChore, enqueue } from '#lib/queue/chores';
import type { Service } from '#lib/service/service';

const everyMinute = '* * * * *';
/** Until a full queue of tasks has room again. */
const fullQueueSeconds = 10;

/** The dashboard's chores with what does them. */
export function dashboardChores({ db, clock }: Pick<Service, 'db' | 'clock'>): BoundChore[] {
  const contextOf = (organizationId: string): Context => ({
    db,
    clock,
    organizationId,
    actor: { kind: 'operator' },
  });
  return [
    bindChore(
      ingestAnswersChore,
      async (_, { signal }) => {
        const { ended } = await ingestAnswers({ db, clock }, signal);
        for (const { organizationId, kind } of ended) {
          if (kind !== 'history') continue;
          await enqueue(db, fillHistoryChore, { organizationId }, { key: organizationId });
        }
      },
      everyMinute,
    ),
    bindChore(sendRunChore, async ({ organizationId, runId }) => {
      const result = await sendRun(contextOf(organizationId), { runId });
      if (result === 'done') return;
      const options = { key: runId, afterSeconds: fullQueueSeconds };
      await enqueue(db, sendRunChore, { organizationId, runId }, options);
    }),
    bindChore(
      sweepRunsChore,
      async () => {
        await sweepRuns({ db, clock });
      },
      everyMinute,
    ),
    bindChore(
      dueSchedulesChore,
      async () => {
        await dueSchedules({ db, clock });
      },
      everyMinute,
    ),
    bindChore(rescoreProjectChore, async ({ organizationId, projectId }, { signal }) => {
      await rescoreProject(contextOf(organizationId), { projectId, signal });
    }),
    bindChore(resumeRescoringsChore, () => resumeRescorings({ db, clock }), everyMinute),
    bindChore(fillHistoryChore, async ({ organizationId }) => {
      await fillHistory(contextOf(organizationId));
    }),
    bindChore(resumeHistoryChore, () => resumeHistory({ db }), everyMinute),
  ];
}
