import { expect, test } from 'vitest';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { renderInApp } from '#tests/support/render-in-app';
import { ScheduleForm } from '../../app/(dashboard)/projects/[projectId]/schedule/schedule-form';

function render({ hasSchedule, access }: { hasSchedule: boolean; access: 'sandbox' | 'api' }): string {
  const engines = defaultSchedule.engines.map((engine) => ({ engine, access, title: null, model: null }));
  return renderInApp(
    <ScheduleForm
      projectId="project"
      initial={defaultSchedule}
      hasSchedule={hasSchedule}
      brand="Kelpcraft"
      providers={{ engines, keyProviders: [], keyDenial: null }}
      canExploreDemo={false}
      promptCount={2}
      creditsRemaining={1000}
      budgets={{ projectCredits: null, scheduleCredits: null, projectUsed: 0, scheduleUsed: 0 }}
      now={new Date('2026-05-04T12:00:00Z')}
      denial={null}
      runDenial={null}
      newRunId="run"
    />,
  );
}

const notice = 'would never mention Kelpcraft';

test('explains that answers would be fictional, until a schedule is saved', () => {
  expect(render({ hasSchedule: false, access: 'sandbox' })).toContain(notice);
  expect(render({ hasSchedule: false, access: 'sandbox' })).toContain('Run anyway · 30 credits');
  expect(render({ hasSchedule: false, access: 'api' })).not.toContain(notice);
  expect(render({ hasSchedule: false, access: 'api' })).toContain('Run now · 30 credits');
  expect(render({ hasSchedule: true, access: 'sandbox' })).not.toContain(notice);
  expect(render({ hasSchedule: true, access: 'sandbox' })).toContain('Run now · 30 credits');
});

test('gives the margin of error of independent answers as the best case', () => {
  const html = render({ hasSchedule: true, access: 'api' });
  expect(html).toMatch(/Margin of error per run<.*>at best ± \d+ points</);
  expect(html).toContain('the actual margin is usually wider');
});
