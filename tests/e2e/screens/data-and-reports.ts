import { clickButton, type DemoIds, getDialog, getHeading, type Screen, type ScreenState } from './screen';

const createTabState = (name: string | RegExp): ScreenState => ({
  name: `drawer ${name}`,
  staysOpen: true,
  async open(page) {
    await page.getByRole('dialog').getByRole('tab', { name }).click();
    await page.getByRole('dialog').getByRole('tabpanel').waitFor();
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
  },
});

/** Lists the screens of answers, sources, search queries, reports and the share page. */
export function listDataAndReportScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'answers',
      path: `${base}/answers`,
      getLastElement: getHeading('Newest answers'),
    },
    {
      name: 'answers-conditions',
      path: `${base}/answers?mentioned=${ids.competitorId}&words=trail&country=JP`,
      getLastElement: (page) => page.getByRole('list', { name: 'Active answer filters' }),
    },
    {
      name: 'answers-empty',
      path: `${base}/answers?status=failed`,
      getLastElement: (page) => page.getByText('No matching answers'),
    },
    {
      name: 'answer',
      path: `${base}/answers?answer=${ids.answerId}`,
      getLastElement: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Answer' }),
      states: [/^Sources/, 'Compare', 'Page', 'JSON'].map(createTabState),
    },
    {
      name: 'sources',
      path: `${base}/sources`,
      getLastElement: getHeading('Citation flow'),
      states: [
        {
          name: 'flow as a table',
          staysOpen: true,
          async open(page) {
            await page.getByRole('button', { name: 'Show “Citation flow” as a table' }).click();
          },
        },
      ],
    },
    {
      name: 'sources-gap',
      path: `${base}/sources?order=gap&type=competitor`,
      getLastElement: getHeading('Domains'),
    },
    { name: 'source', path: `${base}/sources/${ids.domain}`, getLastElement: getHeading('Pages') },
    {
      name: 'fan-out',
      path: `${base}/fan-out`,
      getLastElement: getHeading('From prompts to search queries'),
      states: [
        {
          name: 'tree as a table',
          staysOpen: true,
          async open(page) {
            await page
              .getByRole('button', { name: 'Show “From prompts to search queries” as a table' })
              .click();
          },
        },
      ],
    },
    { name: 'reports', path: `${base}/reports`, getLastElement: getHeading('Start from a template') },
    {
      name: 'share overview',
      path: `${base}/reports/new`,
      getLastElement: (page) => page.getByRole('button', { name: 'Create report' }),
    },
    {
      name: 'report',
      path: `${base}/reports/${ids.reportId}`,
      getLastElement: getHeading('Definitions'),
      states: [{ name: 'share', open: clickButton('Share', getDialog) }],
    },
    {
      name: 'report about',
      path: `${base}/reports/${ids.reportId}/about`,
      getLastElement: getHeading('Methods'),
    },
    { name: 'share', path: `/share/${ids.shareToken}`, getLastElement: getHeading('Definitions') },
    { name: 'share about', path: `/share/${ids.shareToken}/about`, getLastElement: getHeading('Methods') },
  ];
}
