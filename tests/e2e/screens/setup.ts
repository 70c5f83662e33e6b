import { clickButton, type DemoIds, getDialog, getHeading, type Screen } from './screen';

const clickNext = (name: string, title: string) => clickButton(name, getHeading(title));

/** Lists the screens of the new project form and of the schedule, runs, brands, members, organization and developer pages. */
export function listSetupScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'schedule',
      path: `${base}/schedule`,
      getLastElement: getHeading('Schedule'),
      states: [
        {
          name: 'countries',
          open: clickButton('Add country', (page) => page.getByPlaceholder('Search countries')),
        },
      ],
    },
    { name: 'runs', path: `${base}/runs`, getLastElement: getHeading('Runs') },
    { name: 'run', path: `${base}/runs/${ids.runId}`, getLastElement: getHeading('Run') },
    {
      name: 'brands',
      path: `${base}/brands`,
      getLastElement: getHeading('Delete project'),
      states: [
        { name: 'edit', open: clickButton(/^Edit /, getDialog) },
        {
          name: 'remove',
          open: clickButton(/^Remove /, (page) => page.getByRole('alertdialog').or(getDialog(page))),
        },
        { name: 'delete', open: clickButton('Delete project', getDialog) },
      ],
    },
    {
      name: 'members',
      path: '/members',
      getLastElement: getHeading(/./),
      states: [{ name: 'invite', open: clickButton('Invite member', getDialog) }],
    },
    {
      name: 'organization',
      path: '/organization',
      getLastElement: getHeading('Delete organization'),
      states: [{ name: 'delete', open: clickButton('Delete organization', getDialog) }],
    },
    {
      name: 'developers',
      path: '/developers',
      getLastElement: getHeading(/./),
      states: [{ name: 'key', open: clickButton('Create API key', getDialog) }],
    },
    {
      name: 'webhooks',
      path: '/developers/webhooks',
      getLastElement: getHeading('Example endpoint'),
      states: [{ name: 'test', open: clickButton('Send test event', getDialog) }],
    },
    { name: 'deliveries', path: '/developers/webhooks/deliveries', getLastElement: getHeading(/./) },
    { name: 'engines', path: '/developers/engines', getLastElement: getHeading(/./) },
    {
      name: 'new-project',
      path: '/projects/new',
      getLastElement: getHeading('Brand'),
      states: [
        {
          name: 'competitors',
          staysOpen: true,
          async open(page) {
            await page.getByLabel('Name', { exact: true }).fill('Fjordwing');
            await clickNext('Next: competitors', 'Competitors')(page);
          },
        },
        {
          name: 'prompts',
          staysOpen: true,
          async open(page) {
            await page.getByRole('textbox', { name: 'Names or websites' }).fill('Paddlemoor');
            await clickNext('Next: prompts', 'Prompts')(page);
            await page.getByLabel('Product category').fill('kayaks');
            await page.getByRole('button', { name: 'Draft prompts' }).click();
            await page.getByText(/^\d+ of \d+ prompts selected/).waitFor();
          },
        },
        {
          name: 'engines',
          staysOpen: true,
          open: clickNext('Next: engines', 'Engines and schedule'),
        },
      ],
    },
  ];
}

/** Lists the empty states of a project without runs. */
export function listEmptyScreens({ emptyProjectId }: DemoIds): Screen[] {
  const paths = [
    'overview',
    'prompts',
    'answers',
    'sources',
    'competitors',
    'fan-out',
    'experiments',
    'schedule',
    'runs',
  ];
  return paths.map((path) => ({
    name: `empty-${path}`,
    path: `/projects/${emptyProjectId}/${path}`,
    getLastElement: (page) => page.locator('[data-empty="none yet"]'),
  }));
}

/** Lists the screens that show the progress of a project's first run. */
export function listRunningScreens({ runningProjectId }: DemoIds): Screen[] {
  const base = `/projects/${runningProjectId}`;
  return [
    {
      name: 'running-overview',
      path: `${base}/overview`,
      getLastElement: (page) => page.getByRole('progressbar').first(),
    },
    { name: 'running-runs', path: `${base}/runs`, getLastElement: getHeading('Runs') },
  ];
}
