import { type DemoIds, dialog, heading, press, type Screen } from './screen';

const pressNext = (name: string, title: string) => press(name, heading(title));

/** Wizard, schedule, runs, brands, members and API pages. */
export function setupScreens(ids: DemoIds): Screen[] {
  const base = `/projects/${ids.projectId}`;
  return [
    {
      name: 'schedule',
      path: `${base}/schedule`,
      lastElement: heading('Schedule'),
      states: [
        {
          name: 'countries',
          open: press('Add country', (page) => page.getByPlaceholder('Search countries')),
        },
      ],
    },
    { name: 'runs', path: `${base}/runs`, lastElement: heading('Runs') },
    { name: 'run', path: `${base}/runs/${ids.runId}`, lastElement: heading('Run') },
    {
      name: 'brands',
      path: `${base}/settings`,
      lastElement: heading('Delete project'),
      states: [
        { name: 'edit', open: press(/^Edit /, dialog) },
        { name: 'remove', open: press(/^Remove /, (page) => page.getByRole('alertdialog').or(dialog(page))) },
        { name: 'delete', open: press('Delete project', dialog) },
      ],
    },
    {
      name: 'members',
      path: '/members',
      lastElement: heading(/./),
      states: [{ name: 'invite', open: press('Invite member', dialog) }],
    },
    {
      name: 'developers',
      path: '/developers',
      lastElement: heading(/./),
      states: [{ name: 'key', open: press('Create API key', dialog) }],
    },
    { name: 'engines', path: '/developers/engines', lastElement: heading(/./) },
    {
      name: 'new-project',
      path: '/projects/new',
      lastElement: heading('Brand'),
      states: [
        {
          name: 'competitors',
          staysOpen: true,
          async open(page) {
            await page.getByLabel('Name', { exact: true }).fill('Fjordwing');
            await pressNext('Next: competitors', 'Competitors')(page);
          },
        },
        {
          name: 'prompts',
          staysOpen: true,
          async open(page) {
            await page.getByRole('textbox', { name: 'Names', exact: true }).fill('Paddlemoor');
            await pressNext('Next: prompts', 'Prompts')(page);
            await page.getByLabel('Product category').fill('kayaks');
            await page.getByRole('button', { name: 'Draft prompts' }).click();
            await page.getByText(/^\d+ of \d+ prompts selected/).waitFor();
          },
        },
        {
          name: 'engines',
          staysOpen: true,
          open: pressNext('Next: engines', 'Engines and schedule'),
        },
      ],
    },
  ];
}

/** Empty states of a project without runs. */
export function emptyScreens({ emptyProjectId }: DemoIds): Screen[] {
  const pages = [
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
  return pages.map((page) => ({
    name: `empty-${page}`,
    path: `/projects/${emptyProjectId}/${page}`,
    lastElement: (page) => page.locator('[data-empty="none yet"]'),
  }));
}

/** Progress of a project whose first run is in progress. */
export function runningScreens({ runningProjectId }: DemoIds): Screen[] {
  const base = `/projects/${runningProjectId}`;
  return [
    {
      name: 'running-overview',
      path: `${base}/overview`,
      lastElement: (page) => page.getByRole('progressbar').first(),
    },
    { name: 'running-runs', path: `${base}/runs`, lastElement: heading('Runs') },
  ];
}
