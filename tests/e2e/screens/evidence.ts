import { type DemoIds, heading, type Opening, type Screen } from './screen';

const tab = (name: string | RegExp): Opening => ({
  name: `drawer ${name}`,
  stays: true,
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
      shown: heading('Newest answers'),
    },
    {
      name: 'answers-conditions',
      path: `${base}/answers?named=${ids.competitorId}&words=trail&country=JP`,
      shown: (page) => page.getByRole('list', { name: 'Active conditions' }),
    },
    {
      name: 'answers-nothing',
      path: `${base}/answers?status=failed`,
      shown: (page) => page.getByText('No matching answers'),
    },
    {
      name: 'answer',
      path: `${base}/answers?answer=${ids.answerId}`,
      shown: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Answer' }),
      opens: [tab(/^Sources/), tab('Compare'), tab('Page'), tab('JSON')],
    },
    {
      name: 'sources',
      path: `${base}/sources`,
      shown: heading('Citation flow'),
      opens: [
        {
          name: 'flow as a table',
          stays: true,
          async open(page) {
            await page.getByRole('button', { name: 'Show “Citation flow” as a table' }).click();
          },
        },
      ],
    },
    { name: 'sources-gap', path: `${base}/sources?order=gap&type=competitor`, shown: heading('Domains') },
    { name: 'source', path: `${base}/sources/${ids.domain}`, shown: heading('Pages') },
    {
      name: 'fan-out',
      path: `${base}/fan-out`,
      shown: heading('From prompts to search queries'),
      opens: [
        {
          name: 'tree as a table',
          stays: true,
          async open(page) {
            await page
              .getByRole('button', { name: 'Show “From prompts to search queries” as a table' })
              .click();
          },
        },
      ],
    },
    { name: 'share', path: `/share/${ids.shareToken}`, shown: heading('Latest answers') },
  ];
}
