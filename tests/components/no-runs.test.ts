import { createElement } from 'react';
import { expect, test } from 'vitest';
import { renderInApp } from '#tests/support/render-in-app';
import { NoRuns } from '../../app/(dashboard)/projects/[projectId]/runs/no-runs';

test.each([
  [false, 'Add prompts', '/projects/p/prompts'],
  [true, 'Set up schedule', '/projects/p/schedule'],
])('offers the next step before the first run (with prompts: %s)', (hasPrompts, label, href) => {
  const html = renderInApp(createElement(NoRuns, { projectId: 'p', hasPrompts }));
  expect(html).toContain(`href="${href}"`);
  expect(html.replaceAll(/<[^>]*>/g, ' ')).toContain(label);
});
