import { dialog, heading, type Places, press, type Screen } from './screen';

const pressNext = (name: string, title: string) => press(name, heading(title));

/** Where work is set up and watched: the wizard, schedules, runs, brands, members, developers, signing in. */
export function workScreens(places: Places): Screen[] {
  const base = `/projects/${places.projectId}`;
  return [
    {
      name: 'schedule',
      path: `${base}/schedule`,
      shown: heading('When do we ask?'),
      opens: [
        {
          name: 'countries',
          open: press('Add a country', (page) => page.getByPlaceholder('Search countries')),
        },
      ],
    },
    { name: 'runs', path: `${base}/runs`, shown: heading('What was asked, and when?') },
    { name: 'run', path: `${base}/runs/${places.runId}`, shown: heading(/How (is|did) this run go/) },
    {
      name: 'brands',
      path: `${base}/settings`,
      shown: heading('Delete this project'),
      opens: [
        { name: 'edit', open: press(/^Edit /, dialog) },
        { name: 'remove', open: press(/^Remove /, (page) => page.getByRole('alertdialog').or(dialog(page))) },
        { name: 'delete', open: press('Delete the project', dialog) },
      ],
    },
    {
      name: 'members',
      path: '/members',
      shown: heading(/./),
      opens: [{ name: 'invite', open: press('Invite a member', dialog) }],
    },
    {
      name: 'developers',
      path: '/developers',
      shown: heading(/./),
      opens: [{ name: 'key', open: press('Make a key', dialog) }],
    },
    { name: 'engines', path: '/developers/engines', shown: heading(/./) },
    {
      name: 'new-project',
      path: '/projects/new',
      shown: heading('Which brand do you watch?'),
      opens: [
        {
          name: 'competitors',
          stays: true,
          async open(page) {
            await page.getByLabel('Name', { exact: true }).fill('Fjordwing');
            await pressNext('Next: competitors', 'Who is it measured against?')(page);
          },
        },
        {
          name: 'prompts',
          stays: true,
          async open(page) {
            await page.getByRole('textbox', { name: 'Names', exact: true }).fill('Paddlemoor');
            await pressNext('Next: prompts', 'What would customers ask?')(page);
            await page.getByLabel('What do you sell?').fill('kayaks');
            await page.getByRole('button', { name: 'Draft prompts' }).click();
            await page.getByText(/^\d+ of \d+ prompts chosen/).waitFor();
          },
        },
        {
          name: 'engines',
          stays: true,
          open: pressNext('Next: engines', 'Who is asked, where and how often?'),
        },
      ],
    },
  ];
}

/** The screens of a project of which nothing was asked yet. */
export function emptyScreens({ emptyProjectId }: Places): Screen[] {
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
    shown: (page) => page.locator('[data-empty="none yet"]'),
  }));
}
