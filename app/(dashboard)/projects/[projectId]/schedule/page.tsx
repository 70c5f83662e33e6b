import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { loadAvailableProviders } from '#app/(dashboard)/developers/engines/engine-providers.ts';
import { getContext } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { LinkButton } from '#components/ui/link-button';
import { EmptyState } from '#components/ui/notice';
import { formatDateTime } from '#lib/core/dates';
import { getEnv } from '#lib/core/env';
import { explainDenial } from '#lib/core/permissions';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { getProject } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { getPendingTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { getBudgets, saveBudgets } from '#lib/dashboard/runs/budgets';
import { getSchedule } from '#lib/dashboard/schedules/get-schedule';
import { defaultSchedule, type Schedule } from '#lib/dashboard/schedules/schedule';
import { suggestSchedule } from '#lib/dashboard/schedules/suggest-schedule';
import { listFormFields } from '#lib/operations/form-fields';
import { loadOrNotFound } from '../load-page';
import { BudgetForm } from './budget-form';
import { ScheduleForm } from './schedule-form';
import { TimeZoneForm } from './time-zone-form';

export const metadata: Metadata = { title: 'Schedule' };

export default async function SchedulePage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  const project = await loadOrNotFound(getProject(context, { projectId }));
  const [prompts, schedule, credits, providers, budgets, pendingTimeZone] = await Promise.all([
    listPrompts(context, { projectId }),
    getSchedule(context, { projectId }),
    getCreditBalance(context),
    loadAvailableProviders(context),
    getBudgets(context, { projectId }),
    getPendingTimeZone(context, { projectId }),
  ]);
  const editDenial = explainDenial(context.actor, 'projects.edit');
  const timeZoneSection = (
    <Section
      title="Days"
      note="The days and months of this project, in charts, periods, alerts, reports and exports, are those of this time zone. After a change, all days are computed again in the background. Until this is completed, pages show the previous days."
    >
      <TimeZoneForm
        key={pendingTimeZone ?? project.timeZone}
        projectId={projectId}
        timeZone={project.timeZone}
        pendingTimeZone={pendingTimeZone}
        denial={editDenial}
      />
    </Section>
  );
  if (prompts.length === 0) {
    return (
      <Page title="Schedule" summary="Add prompts before you set up a schedule.">
        <EmptyState
          kind="none yet"
          title="No prompts yet"
          action={
            <LinkButton kind="primary" href={`/projects/${projectId}/prompts`}>
              Add prompts
            </LinkButton>
          }
        >
          After you add prompts, you can choose engines, countries and a cadence, and see the cost.
        </EmptyState>
        {timeZoneSection}
      </Page>
    );
  }
  const suggested = suggestSchedule(defaultSchedule, {
    promptCount: prompts.length,
    creditsRemaining: credits,
    engineProviders: providers.engines,
  });
  return (
    <Page title="Schedule" summary={describeNextRun(schedule)}>
      <ScheduleForm
        projectId={projectId}
        initial={schedule ?? suggested}
        hasSchedule={schedule !== null}
        brand={project.own.name}
        providers={providers}
        canExploreDemo={getEnv().DEMO === 'on'}
        promptCount={prompts.length}
        creditsRemaining={credits}
        budgets={budgets}
        now={context.clock.now()}
        denial={editDenial}
        runDenial={explainDenial(context.actor, 'runs.start')}
        newRunId={randomUUID()}
      />
      <Section
        title="Budgets"
        note="When a budget is used up, runs pause. A paused run continues if the budget is raised or a new month starts within 24 hours. A paused scheduled run ends when the next scheduled run starts. Months are in UTC."
      >
        <BudgetForm
          key={`${budgets.projectCredits} ${budgets.scheduleCredits}`}
          projectId={projectId}
          fields={listFormFields(saveBudgets)}
          budgets={budgets}
          denial={explainDenial(context.actor, 'budgets.manage')}
        />
      </Section>
      {timeZoneSection}
    </Page>
  );
}

function describeNextRun(schedule: Schedule | null): string {
  if (!schedule) return 'Not scheduled yet. Start a schedule or run the prompts once now.';
  if (!schedule.nextRunAt) return 'The schedule is paused. Existing answers are kept.';
  const when = formatDateTime(schedule.nextRunAt, { timeZone: schedule.timeZone, withWeekday: true });
  return `Next run: ${when} (${schedule.timeZone.replaceAll('_', ' ')}).`;
}
