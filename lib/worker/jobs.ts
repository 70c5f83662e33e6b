import { requestSchemas } from '#lib/contract/requests';
import { evaluateAlerts, evaluateAlertsJob } from '#lib/dashboard/alerts/evaluate-alerts';
import { sendAlertMessagesJob } from '#lib/dashboard/alerts/messages/queue-notice';
import { sendAlertMessages } from '#lib/dashboard/alerts/messages/send-messages';
import { fitNoiseJob, fitProjectNoise } from '#lib/dashboard/analytics/panel/fit-project-noise';
import {
  backfillDemo,
  backfillDemoJob,
  type GenerateAnswer,
  resumeBackfills,
  resumeBackfillsJob,
} from '#lib/dashboard/demo/backfill';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { reconcileRuns } from '#lib/dashboard/ingest/reconcile-runs';
import { sumMonths, sumMonthsJob } from '#lib/dashboard/ingest/sum-months';
import { ingestAnswersJob, reconcileRunsJob } from '#lib/dashboard/ingest/webhook-inbox';
import { detectLanguagesJob, detectStoredLanguages } from '#lib/dashboard/prompts/detect-stored-languages';
import { rescoreProject, resumeRescorings } from '#lib/dashboard/rescoring/rescore-project';
import { startOutdatedRescorings } from '#lib/dashboard/rescoring/start-outdated-rescorings';
import { rescoreProjectJob, resumeRescoringsJob } from '#lib/dashboard/rescoring/start-rescoring';
import { sendRunJob } from '#lib/dashboard/runs/run-store';
import { sendRun } from '#lib/dashboard/runs/send-run';
import { runDueSchedules, runDueSchedulesJob } from '#lib/dashboard/schedules/run-due-schedules';
import { createScorerCache } from '#lib/dashboard/scoring/score-answer';
import { classifySentencesJob, startClassificationsJob } from '#lib/dashboard/sentiment/classifier';
import { classifyAnswers, startClassifications } from '#lib/dashboard/sentiment/classify-answers';
import type { GetLanguageModel } from '#lib/dashboard/sentiment/classify-sentences';
import { createOperatorContext } from '#lib/db/context';
import { sendEmails, sendEmailsJob } from '#lib/email/send-emails';
import { defineHandler, enqueue, type JobHandler } from '#lib/queue/jobs';
import { sendDueReports, sendDueReportsJob } from '#lib/report-emails/send-due-reports';
import { answerRequest } from '#lib/sandbox/answer-request';
import { isSandboxEngine } from '#lib/sandbox/request/engine-profile';
import type { Service } from '#lib/service/instance/service';
import { deleteOrganizations, deleteOrganizationsJob } from '#lib/service/organizations/delete-organizations';
import { checkProvidersCron, checkProvidersJob, runDueChecks } from '#lib/service/provider-checks/run-checks';
import { askLanguageModel } from '#lib/service/provider-keys/language-model';
import { applyIncludeFlags } from '#lib/service/requests/run-engine';
import { deleteExpiredData, retentionJob } from '#lib/service/retention/delete-expired';
import { passwordResetJob, sendPasswordReset } from '#lib/service/users/password-reset';

const everyMinute = '* * * * *';
/** Delay before the rest of a run is sent to a service whose queue was full. */
const fullQueueDelaySeconds = 10;
/** Delay before the noise of a project is fitted after a run, so that runs that end together are followed by one fit. */
const fitDelaySeconds = 30;

/** Returns the handlers of all background jobs of the service and the dashboard. */
export function createJobHandlers({
  db,
  clock,
  settings,
  pacers,
}: Pick<Service, 'db' | 'clock' | 'settings' | 'pacers'>): JobHandler[] {
  const asOperator = (organizationId: string) => createOperatorContext({ db, clock }, organizationId);
  const compileScorer = createScorerCache();
  /** Before the first answers are ingested, projects that an earlier version scored must be rescored. */
  let isCurrent = false;
  const startRescoringsOnce = async () => {
    if (!isCurrent) await startOutdatedRescorings({ db, clock });
    isCurrent = true;
  };
  return [
    defineHandler(
      retentionJob,
      () => deleteExpiredData(db, { now: clock.now(), retentionHours: settings.TASK_RETENTION_HOURS }),
      everyMinute,
    ),
    defineHandler(sendEmailsJob, (_, { signal }) => sendEmails({ db, clock, settings }, signal), everyMinute),
    defineHandler(
      sendDueReportsJob,
      (_, { signal }) => sendDueReports({ db, clock, settings }, signal),
      everyMinute,
    ),
    defineHandler(passwordResetJob, (request) => sendPasswordReset({ db, clock }, request)),
    defineHandler(
      ingestAnswersJob,
      async (_, { signal }) => {
        await startRescoringsOnce();
        const { completedRuns } = await ingestAnswers({ db, clock, compileScorer }, signal);
        for (const { organizationId, projectId, kind } of completedRuns) {
          const options = { key: projectId, delaySeconds: fitDelaySeconds };
          await enqueue(db, fitNoiseJob, { organizationId, projectId }, options);
          if (kind !== 'backfill') continue;
          await enqueue(db, backfillDemoJob, { organizationId }, { key: organizationId });
        }
      },
      everyMinute,
    ),
    defineHandler(sendRunJob, async ({ organizationId, runId }) => {
      const result = await sendRun(asOperator(organizationId), { runId });
      if (result === 'done') return;
      const options = { key: runId, delaySeconds: fullQueueDelaySeconds };
      await enqueue(db, sendRunJob, { organizationId, runId }, options);
    }),
    defineHandler(
      detectLanguagesJob,
      (_, { signal }) => detectStoredLanguages({ db, clock }, { signal }),
      everyMinute,
    ),
    defineHandler(sumMonthsJob, (_, { signal }) => sumMonths({ db, clock }, signal), everyMinute),
    defineHandler(reconcileRunsJob, () => reconcileRuns({ db, clock }), everyMinute),
    defineHandler(runDueSchedulesJob, () => runDueSchedules({ db, clock }), everyMinute),
    defineHandler(rescoreProjectJob, async ({ organizationId, projectId }, { signal }) => {
      await rescoreProject(asOperator(organizationId), { projectId, signal });
      await enqueue(db, fitNoiseJob, { organizationId, projectId }, { key: projectId });
    }),
    defineHandler(fitNoiseJob, ({ organizationId, projectId }) =>
      fitProjectNoise(asOperator(organizationId), projectId),
    ),
    defineHandler(
      resumeRescoringsJob,
      async () => {
        await startOutdatedRescorings({ db, clock });
        await resumeRescorings({ db, clock });
      },
      everyMinute,
    ),
    defineHandler(classifySentencesJob, ({ organizationId }, { signal }) => {
      const context = asOperator(organizationId);
      const getLanguageModel: GetLanguageModel = (choice) => (request, requestSignal) =>
        askLanguageModel(settings, context, choice, request, requestSignal);
      return classifyAnswers(context, getLanguageModel, signal);
    }),
    defineHandler(startClassificationsJob, () => startClassifications({ db, clock }), everyMinute),
    defineHandler(backfillDemoJob, ({ organizationId }, { signal }) =>
      backfillDemo(asOperator(organizationId), { generateAnswer, signal }),
    ),
    defineHandler(
      deleteOrganizationsJob,
      (_, { signal }) => deleteOrganizations({ db, clock }, signal),
      everyMinute,
    ),
    defineHandler(evaluateAlertsJob, (_, { signal }) => evaluateAlerts({ db, clock }, signal), everyMinute),
    defineHandler(
      sendAlertMessagesJob,
      (_, { signal }) => sendAlertMessages({ db, clock, settings }, signal),
      everyMinute,
    ),
    defineHandler(
      checkProvidersJob,
      (_, { signal }) => runDueChecks({ db, clock, settings, pacers }, signal),
      checkProvidersCron,
    ),
    defineHandler(resumeBackfillsJob, () => resumeBackfills({ db }), everyMinute),
  ];
}

/** Returns the result that the sandbox would have given on a past date, in the format of `/v1`. */
const generateAnswer: GenerateAnswer = async (engine, payload, date) => {
  if (!isSandboxEngine(engine)) throw new Error(`The sandbox does not simulate the engine ${engine}.`);
  const request = requestSchemas[engine].parse(payload);
  const { result } = answerRequest(engine, request, date);
  return applyIncludeFlags(engine, request, { result, raw: undefined, pages: [] });
};
