import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  detailScreens,
  signedInScreens,
  unverifiedScreens,
  visitorScreens,
} from '#tests/e2e/screens/alerts-and-account';
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

/** Lists the screens of the owner. */
const ownerScreens = {
  'overview, prompts, competitors and experiments': metricScreens,
  'answers, sources and search queries': answerAndSourceScreens,
  'schedule, runs, settings and the new project form': setupScreens,
  'alerts, account, usage and detail pages': detailScreens,
  'pages outside the dashboard': signedInScreens,
  'a project without runs': emptyScreens,
  'a project with a run in progress': runningScreens,
};
/** Two pages that only redirect, and the printed report, which is opened once by Chromium and tested with the PDF. */
const pagesWithoutScreen = ['/', '/projects', '/print/[token]'];

it('every page has a screen', () => {
  const screens = [...Object.values(ownerScreens), visitorScreens, unverifiedScreens].flatMap((listScreens) =>
    listScreens(demo.ids),
  );
  const paths = screens.map(({ path }) => path.replace(/\?.*/, ''));
  const pages = globSync('app/**/page.tsx').map((file) =>
    file
      .replace(/^app/, '')
      .replaceAll(/\/\([^)]+\)/g, '')
      .replace(/\/?page\.tsx$/, '')
      .replace(/^$/, '/'),
  );
  expect(pages.length).toBeGreaterThan(40);
  const hasScreen = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/\[\w+\]/g, '[^/]+')}$`);
    return paths.some((path) => pattern.test(path));
  };
  expect(pages.filter((page) => !hasScreen(page)).sort()).toEqual(pagesWithoutScreen.toSorted());
});

it.each(Object.entries(ownerScreens))(
  '%s: no layout shift, overflow, console errors or axe violations at any width, in light and dark',
  async (_, listScreens) => {
    expect(await visitScreens(demo, listScreens(demo.ids))).toEqual([]);
  },
  480_000,
);

it('pages for visitors and new users: the same checks', async () => {
  const { visitorContext, unverifiedContext, ids } = demo;
  expect(await visitScreens({ ...demo, context: visitorContext }, visitorScreens(ids))).toEqual([]);
  expect(await visitScreens({ ...demo, context: unverifiedContext }, unverifiedScreens())).toEqual([]);
}, 240_000);
