import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  listDetailScreens,
  listRestrictedScreens,
  listSignedInScreens,
  listUnverifiedScreens,
  listVisitorScreens,
} from '#tests/e2e/screens/alerts-and-account';
import { listDataAndReportScreens } from '#tests/e2e/screens/data-and-reports';
import { listMetricScreens } from '#tests/e2e/screens/metrics';
import { listEmptyScreens, listRunningScreens, listSetupScreens } from '#tests/e2e/screens/setup';
import { type Demo, openDemo } from './open-demo';
import { visitScreens } from './visit-screens';

let demo: Demo;

beforeAll(async () => {
  demo = await openDemo();
}, 900_000);

afterAll(() => demo?.close());

/** Functions that list the owner's screens, by what they cover. */
const ownerScreens = {
  'overview, prompts, competitors and experiments': listMetricScreens,
  'answers, sources, search queries, reports and the share page': listDataAndReportScreens,
  'schedule, runs, settings and the new project form': listSetupScreens,
  'alerts, account, usage and detail pages': listDetailScreens,
  'pages outside the dashboard': listSignedInScreens,
  'a project without runs': listEmptyScreens,
  'a project with a run in progress': listRunningScreens,
};
/** Two pages that redirect, and the printed report, whose URL works only once; report-pdf.test.ts tests it. */
const pagesWithoutScreen = ['/', '/projects', '/print/[token]'];

it('every page is listed as a screen, except redirects and the printed report', () => {
  const screens = [
    ...Object.values(ownerScreens),
    listVisitorScreens,
    listUnverifiedScreens,
    listRestrictedScreens,
  ].flatMap((listScreens) => listScreens(demo.ids));
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
  '%s: no layout shift, overflow, console errors or axe violations at any width, in light and dark, and Tab reaches only what is visible',
  async (_, listScreens) => {
    expect(await visitScreens(demo, listScreens(demo.ids))).toEqual([]);
  },
  900_000,
);

it('pages for visitors and new users: no layout shift, overflow, console errors or axe violations, and Tab reaches only what is visible', async () => {
  const { visitorContext, unverifiedContext, restrictedContext, ids } = demo;
  expect(await visitScreens({ ...demo, context: visitorContext }, listVisitorScreens(ids))).toEqual([]);
  expect(await visitScreens({ ...demo, context: unverifiedContext }, listUnverifiedScreens())).toEqual([]);
  expect(await visitScreens({ ...demo, context: restrictedContext }, listRestrictedScreens())).toEqual([]);
}, 600_000);
