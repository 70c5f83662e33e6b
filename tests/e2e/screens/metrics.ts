import { type DemoIds, dialog, heading, inDialog, press, type Screen, type ScreenState } from './screen';

const menu: ScreenState = {
  name: 'export menu',
  open: press(/^Export “By engine”/, (page) => page.getByRole('menuitem', { name: 'CSV' })),
};
const filters: readonly ScreenState[] = [
  { name: 'filters', open: press('Filter', dialog), layout: 'wide' },
  { name: 'period', open: press(/^Period/, dialog), layout: 'wide' },
  { name: 'filters', open: press('Filters', dialog), layout: 'narrow' },
  { name: 'views', open: press('Views', dialog) },
];
const everywhere: readonly ScreenState[] = [
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
  { name: 'account', open: press(/^Account of/, dialog), layout: 'wide' },
  { name: 'more', open: press('More', dialog), layout: 'narrow' },
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
      lastElement: heading('Latest answers'),
      states: [
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
          staysOpen: true,
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
      lastElement: heading('Latest answers'),
    },
    {
      name: 'prompts',
      path: `${base}/prompts`,
      lastElement: (page) => page.getByRole('table', { name: 'Prompts' }),
      states: [
        { name: 'import', open: press('Import CSV', dialog) },
        { name: 'add', open: press('Add prompts', dialog) },
        {
          name: 'chosen',
          staysOpen: true,
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
    { name: 'prompt', path: `${base}/prompts/${ids.promptId}`, lastElement: heading('Latest answers') },
    {
      name: 'competitors',
      path: `${base}/competitors`,
      lastElement: heading('Citation gaps'),
      states: [
        {
          name: 'positions as a table',
          staysOpen: true,
          open: press('Show “Positions” as a table', (page) =>
            page.getByRole('region', { name: 'Positions' }).getByRole('table'),
          ),
        },
      ],
    },
    {
      name: 'competitors-rival',
      path: `${base}/competitors?rival=${ids.competitorId}&country=DE`,
      lastElement: heading('Citation gaps'),
    },
    {
      name: 'experiments',
      path: `${base}/experiments`,
      lastElement: (page) => page.getByRole('table', { name: 'Experiments' }),
      states: [{ name: 'mark', open: press('Create experiment', dialog) }],
    },
    {
      name: 'experiment',
      path: `${base}/experiments/${ids.experimentId}`,
      lastElement: heading('Treatment prompts'),
      states: [{ name: 'edit', open: press('Edit experiment', dialog) }],
    },
  ];
}
