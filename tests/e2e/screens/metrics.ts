import { type DemoIds, dialog, heading, inDialog, type Opening, press, type Screen } from './screen';

const menu: Opening = {
  name: 'export menu',
  open: press(/^Export “By engine”/, (page) => page.getByRole('menuitem', { name: 'CSV' })),
};
const filters: readonly Opening[] = [
  { name: 'filters', open: press('Filter', dialog), at: 'wide' },
  { name: 'period', open: press(/^Period/, dialog), at: 'wide' },
  { name: 'filters', open: press('Filters', dialog), at: 'narrow' },
  { name: 'views', open: press('Views', dialog) },
];
const everywhere: readonly Opening[] = [
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: /^Overview/ }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    async open(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  { name: 'account', open: press(/^Account of/, dialog), at: 'wide' },
  { name: 'more', open: press('More', dialog), at: 'narrow' },
  {
    name: 'projects',
    open: press(/^Project:/, (page) => page.getByRole('menuitem', { name: 'New project' })),
  },
];

/** Overview, prompts, competitors and experiments. */
export function metricScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'overview',
      path: `${base}/overview`,
      shown: heading('Latest answers'),
      opens: [
        { name: 'figure', open: press('About “Visibility”', inDialog('See the ')) },
        menu,
        { name: 'note', open: press('Add note', dialog) },
        { name: 'share', open: press('Share', dialog) },
        {
          name: 'citing',
          open: press(/^Answers that cite/, (page) => page.getByRole('dialog').getByRole('listitem').first()),
        },
        ...filters,
        ...everywhere,
        {
          name: 'as tables',
          stays: true,
          async open(page) {
            const buttons = page.getByRole('button', { name: /^Show “.*” as a table$/ });
            while ((await buttons.count()) > 0) await buttons.first().click();
          },
        },
      ],
    },
    {
      name: 'overview-filtered',
      path: `${base}/overview?days=7&compare=previous&country=JP&engine=chat&branded=with&brand=${ids.competitorId}`,
      shown: heading('Latest answers'),
    },
    {
      name: 'prompts',
      path: `${base}/prompts`,
      shown: (page) => page.getByRole('table', { name: 'Prompts' }),
      opens: [
        { name: 'import', open: press('Import CSV', dialog) },
        { name: 'add', open: press('Add prompts', dialog) },
        {
          name: 'chosen',
          stays: true,
          async open(page) {
            await page
              .getByRole('checkbox', { name: /^Select “/ })
              .first()
              .click();
            await page.getByRole('button', { name: 'Archive 1' }).waitFor();
          },
        },
        { name: 'file', open: press('Edit 1', dialog) },
      ],
    },
    { name: 'prompt', path: `${base}/prompts/${ids.promptId}`, shown: heading('Latest answers') },
    {
      name: 'competitors',
      path: `${base}/competitors`,
      shown: heading('Citation gaps'),
      opens: [
        {
          name: 'positions as a table',
          stays: true,
          open: press('Show “Positions” as a table', (page) =>
            page.getByRole('region', { name: 'Positions' }).getByRole('table'),
          ),
        },
      ],
    },
    {
      name: 'competitors-rival',
      path: `${base}/competitors?rival=${ids.competitorId}&country=DE`,
      shown: heading('Citation gaps'),
    },
    {
      name: 'experiments',
      path: `${base}/experiments`,
      shown: (page) => page.getByRole('table', { name: 'Experiments' }),
      opens: [{ name: 'mark', open: press('Create experiment', dialog) }],
    },
    {
      name: 'experiment',
      path: `${base}/experiments/${ids.experimentId}`,
      shown: heading('Treatment prompts'),
      opens: [{ name: 'edit', open: press('Edit experiment', dialog) }],
    },
  ];
}
