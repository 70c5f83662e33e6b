import { type DemoIds, heading, type Screen, type ScreenState } from './screen';

const tab = (name: string | RegExp): ScreenState => ({
  name: `drawer ${name}`,
  staysOpen: true,
  async open(page) {
    await page.getByRole('dialog').getByRole('tab', { name }).click();
    await page.getByRole('dialog').getByRole('tabpanel').waitFor();
    await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
  },
});

/** Answers, sources and search queries. */
export function evidenceScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'answers',
      path: `${base}/answers`,
      lastElement: heading('Newest answers'),
    },
    {
      name: 'answers-conditions',
      path: `${base}/answers?named=${ids.competitorId}&words=trail&country=JP`,
      lastElement: (page) => page.getByRole('list', { name: 'Active conditions' }),
    },
    {
      name: 'answers-nothing',
      path: `${base}/answers?status=failed`,
      lastElement: (page) => page.getByText('No matching answers'),
    },
    {
      name: 'answer',
      path: `${base}/answers?answer=${ids.answerId}`,
      lastElement: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Answer' }),
      states: [tab(/^Sources/), tab('Compare'), tab('Page'), tab('JSON')],
    },
    {
      name: 'sources',
      path: `${base}/sources`,
      lastElement: heading('Citation flow'),
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
      lastElement: heading('Domains'),
    },
    { name: 'source', path: `${base}/sources/${ids.domain}`, lastElement: heading('Pages') },
    {
      name: 'fan-out',
      path: `${base}/fan-out`,
      lastElement: heading('From prompts to search queries'),
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
    { name: 'share', path: `/share/${ids.shareToken}`, lastElement: heading('Latest answers') },
  ];
}
