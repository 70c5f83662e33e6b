import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import Link from 'next/link';
import { Page } from '#components/layout/page';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { hasPermission } from '#lib/core/permissions';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { getProject } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { defaultSchedule, type Schedule } from '#lib/dashboard/schedules/schedule';
import { getSchedule } from '#lib/dashboard/schedules/schedule-store';
import { getContext, getRole } from '../../../../session';
import { orNotFound } from '../load-page';
import { ScheduleForm } from './schedule-form';

export const metadata: Metadata = { title: 'Schedule' };

export default async function SchedulePage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const context = await getContext();
  await orNotFound(getProject(context, { projectId }));
  const [prompts, schedule, credits] = await Promise.all([
    listPrompts(context, { projectId }),
    getSchedule(context, { projectId }),
    getCreditBalance(context),
  ]);
  if (prompts.length === 0) {
    return (
      <Page title="When do we ask?" answer="There is nothing to ask yet.">
        <EmptyState
          kind="none yet"
          title="Prompts come first"
          action={
            <Button kind="primary" asChild>
              <Link href={`/projects/${projectId}/prompts`}>Write or import prompts</Link>
            </Button>
          }
        >
          Once there are prompts, choose the engines and countries to ask them in, and see what it costs.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="When do we ask?" answer={nextRun(schedule)}>
      <ScheduleForm
        projectId={projectId}
        initial={schedule ?? defaultSchedule}
        saved={schedule !== undefined}
        prompts={prompts.length}
        creditsRemaining={credits}
        mayEdit={hasPermission(getRole(context), 'projects.edit')}
        newRunId={randomUUID()}
      />
    </Page>
  );
}

function nextRun(schedule: Schedule | undefined): string {
  if (!schedule) return 'Not by itself yet: start a schedule, or run the prompts once now.';
  if (!schedule.nextRunAt) return 'The schedule is stopped. Its answers stay.';
  const when = schedule.nextRunAt.toLocaleString('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: schedule.timeZone,
  });
  return `The next run begins on ${when} (${schedule.timeZone.replaceAll('_', ' ')}).`;
}
