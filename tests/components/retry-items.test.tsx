import { expect, test } from 'vitest';
import { renderInApp } from '#tests/support/render-in-app';
import { RetryItems } from '../../app/(dashboard)/projects/[projectId]/runs/[runId]/retry-items';

const render = (creditsRemaining: number) =>
  renderInApp(
    <RetryItems
      projectId="project"
      runId="run"
      newRunId="new-run"
      itemCount={5}
      credits={60}
      creditsRemaining={creditsRemaining}
      denial={null}
    />,
  );

test('asks for confirmation of a retry that takes more than half of the remaining credits, and disables one that takes more than all', () => {
  expect(render(120)).toContain('Retry 5 run items · 60 credits');
  expect(render(120)).not.toContain('aria-haspopup="dialog"');
  expect(render(119)).toContain('aria-haspopup="dialog"');
  expect(render(119)).not.toContain('disabled=""');
  expect(render(59)).toContain('disabled=""');
});
