import {
  clickButton,
  type DemoIds,
  getDialog,
  getHeading,
  getTextInDialog,
  type Screen,
  type ScreenState,
} from './screen';

const exportMenu: ScreenState = {
  name: 'export menu',
  open: clickButton(/^Export “By engine”/, (page) => page.getByRole('menuitem', { name: 'CSV' })),
};
const filterStates: readonly ScreenState[] = [
  { name: 'filters', open: clickButton('Filter', getDialog), layout: 'wide' },
  { name: 'period', open: clickButton(/^Period/, getDialog), layout: 'wide' },
  { name: 'filters', open: clickButton('Filters', getTextInDialog('Branded prompts')), layout: 'narrow' },
  { name: 'views', open: clickButton('Views', getDialog) },
];
const navigationStates: readonly ScreenState[] = [
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
  { name: 'account', open: clickButton(/^Account:/, getDialog), layout: 'wide' },
  { name: 'more', open: clickButton('More', getDialog), layout: 'narrow' },
  {
    name: 'projects',
    open: clickButton(/^Project:/, (page) => page.getByRole('menuitem', { name: 'New project' })),
  },
];

/** Lists the screens of overview, prompts, competitors and experiments. */
export function listMetricScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'overview',
      path: `${base}/overview`,
      getLastElement: getHeading('Latest answers'),
      states: [
        { name: 'metric', open: clickButton('About “Visibility”', getTextInDialog('View the ')) },
        exportMenu,
        { name: 'note', open: clickButton('Add note', getDialog) },
        {
          name: 'citing answers',
          open: clickButton(/^Answers that cite/, (page) =>
            page.getByRole('dialog').getByRole('listitem').first(),
          ),
        },
        ...filterStates,
        ...navigationStates,
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
      getLastElement: getHeading('Latest answers'),
    },
    {
      name: 'prompts',
      path: `${base}/prompts`,
      getLastElement: (page) => page.getByRole('table', { name: 'Prompts' }),
      states: [
        { name: 'import', open: clickButton('Import CSV', getDialog) },
        { name: 'add', open: clickButton('Add prompts', getDialog) },
        {
          name: 'selected',
          staysOpen: true,
          async open(page) {
            await page
              .getByRole('checkbox', { name: /^Select “/ })
              .first()
              .click();
            await page.getByRole('button', { name: 'Archive 1 prompt' }).waitFor();
          },
        },
        { name: 'edit', open: clickButton('Edit 1 prompt', getDialog) },
      ],
    },
    { name: 'prompt', path: `${base}/prompts/${ids.promptId}`, getLastElement: getHeading('Latest answers') },
    {
      name: 'competitors',
      path: `${base}/competitors`,
      getLastElement: getHeading('Citation gaps'),
      states: [
        {
          name: 'positions as a table',
          staysOpen: true,
          open: clickButton('Show “Positions” as a table', (page) =>
            page.getByRole('region', { name: 'Positions' }).getByRole('table'),
          ),
        },
      ],
    },
    {
      name: 'competitors-compared',
      path: `${base}/competitors?competitor=${ids.competitorId}&country=DE`,
      getLastElement: getHeading('Citation gaps'),
    },
    {
      name: 'experiments',
      path: `${base}/experiments`,
      getLastElement: (page) => page.getByRole('table', { name: 'Experiments' }),
      states: [{ name: 'create', open: clickButton('Create experiment', getDialog) }],
    },
    {
      name: 'experiment',
      path: `${base}/experiments/${ids.experimentId}`,
      getLastElement: getHeading('Affected prompts'),
      states: [{ name: 'edit', open: clickButton('Edit experiment', getDialog) }],
    },
  ];
}
