import { expect, test } from 'vitest';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import { renderInApp } from '#tests/support/render-in-app';
import { ScheduleCost } from '../../app/(dashboard)/projects/[projectId]/schedule/schedule-cost';
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

test('says that the margin of error applies to 50% and assumes independent answers', () => {
  const html = render({ hasSchedule: true, access: 'api' });
  expect(html).toMatch(/Margin of error per run<.*>± \d+ points</);
  expect(html).toMatch(/applies to a visibility of 50%.*the actual margin is usually wider/);
});

/** Returns the text about the costs of a daily schedule of 30 credits per run at 6:00 UTC. */
function renderCost(props: { creditsRemaining: number; now: string; scheduleCredits?: number }): string {
  const html = renderInApp(
    <ScheduleCost
      draft={{ ...defaultSchedule, enabled: true, cadence: 'daily', timeZone: 'UTC', hour: 6 }}
      promptCount={2}
      creditsRemaining={props.creditsRemaining}
      budgets={{
        projectCredits: null,
        scheduleCredits: props.scheduleCredits ?? null,
        projectUsed: 0,
        scheduleUsed: 0,
      }}
      now={new Date(props.now)}
    />,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('says which runs of the month the credits do not cover', () => {
  const now = '2026-11-10T12:00:00Z';
  const waiting =
    'Prompts that are still waiting after 24 hours, or when the next run starts, aren’t sent. From 1 Dec on, runs are sent as usual.';
  expect(renderCost({ creditsRemaining: 250, now })).toContain(
    `250 credits are left this month, enough for 8 runs. At this cadence, the credits don’t cover the run on 19 Nov. That run pauses partway, and later runs of this month pause. ${waiting} Choose fewer`,
  );
  expect(renderCost({ creditsRemaining: 5000, scheduleCredits: 240, now })).toContain(
    `the schedule’s budget of 240 credits doesn’t cover the run on 19 Nov. That run and later runs of this month pause. ${waiting} 240 credits are left.`,
  );
});

test('says that the credits cover the rest of the month, even if they would not cover a whole month', () => {
  const text = renderCost({ creditsRemaining: 250, now: '2026-11-25T12:00:00Z' });
  expect(text).toContain(
    '250 credits are left this month, enough for 8 runs. The credits cover the remaining runs of this month; a whole month can cost 930 credits.',
  );
  expect(text).not.toContain('pause');
  expect(renderCost({ creditsRemaining: 5000, now: '2026-11-25T12:00:00Z' })).not.toContain(
    'The credits cover',
  );
});

test('warns that the next run costs more than the credits left only if it is due this month', () => {
  const warning = 'One run costs 20 credits more than you have left this month.';
  expect(renderCost({ creditsRemaining: 10, now: '2026-11-30T05:00:00Z' })).toContain(warning);
  const text = renderCost({ creditsRemaining: 10, now: '2026-11-30T12:00:00Z' });
  expect(text).toContain('10 credits are left this month.');
  expect(text).not.toContain('One run costs');
});
