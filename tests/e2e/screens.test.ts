import { afterAll, beforeAll, expect, it } from 'vitest';
import { detailScreens, signedInScreens, visitorScreens } from '#tests/e2e/screens/alerts-and-account';
import { answerAndSourceScreens } from '#tests/e2e/screens/answers-and-sources';
import { metricScreens } from '#tests/e2e/screens/metrics';
import { emptyScreens, runningScreens, setupScreens } from '#tests/e2e/screens/setup';
import { type Demo, openDemo } from './open-demo';
import { visitScreens } from './visit-screens';

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo();
}, 400_000);

afterAll(() => demo?.close());

it.each(
  Object.entries({
    'overview, prompts, competitors and experiments': metricScreens,
    'answers, sources and search queries': answerAndSourceScreens,
    'schedule, runs, settings and the new project form': setupScreens,
    'alerts, account, usage and detail pages': detailScreens,
    'pages outside the dashboard': signedInScreens,
    'a project without runs': emptyScreens,
    'a project with a run in progress': runningScreens,
  }),
)(
  '%s: no layout shift, overflow, console errors or axe violations at any width, in light and dark',
  async (_, listScreens) => {
    expect(await visitScreens(demo, listScreens(demo.ids))).toEqual([]);
  },
  480_000,
);

it('pages for visitors: the same checks, without a session', async () => {
  const context = await demo.browser.newContext({ reducedMotion: 'reduce' });
  expect(await visitScreens({ ...demo, context }, visitorScreens(demo.ids))).toEqual([]);
  await context.close();
}, 240_000);
