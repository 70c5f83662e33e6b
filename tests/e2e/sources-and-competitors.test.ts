import { afterAll, expect, it } from 'vitest';
import { fillRollups } from './fill-rollups';
import { openTestProject } from './open-test-project';

const testProject = await openTestProject(({ owner, project }) => fillRollups(owner, project));
afterAll(() => testProject.close());

const { page, open, getRegion } = testProject;

it('lists cited domains and filters them by type in the URL', async () => {
  await open('sources');
  // 4 prompts × 2 engines × 3 countries × 28 days × 2 samples.
  await page.getByText(/1,344 answers list 5 domains and contain [\d,]+ citations/).waitFor();
  const rows = getRegion('Domains').getByRole('row');
  await expect.poll(() => rows.count()).toBe(6);
  await getRegion('Domains by type').getByRole('link', { name: 'competitor' }).click();
  await page.waitForURL(/type=competitor/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('link', { name: 'Remove filter competitor' }).click();
  await page.waitForURL((url) => !url.search.includes('type='));
  await getRegion('Domains').getByRole('link', { name: 'Gap answers', exact: true }).click();
  await page.waitForURL(/order=gap/);
  const gap = getRegion('Source gaps').getByRole('row').nth(1);
  await expect.poll(() => gap.textContent()).toContain('trail.example');
});

it('shows the citation flow as a chart and as a table', async () => {
  const flow = getRegion('Citation flow');
  await expect.poll(() => flow.locator('svg path').count()).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'Show “Citation flow” as a table' }).click();
  await expect.poll(() => flow.getByRole('row').count()).toBeGreaterThan(6);
});

it('opens a domain, corrects its type and links to its answers', async () => {
  await getRegion('Domains').getByRole('link', { name: 'trail.example', exact: true }).click();
  await page.getByRole('heading', { name: 'trail.example' }).waitFor();
  await page.getByText(/^Cited in 100% of 1,344 answers/).waitFor();
  await page.getByRole('combobox', { name: 'Domain type' }).click();
  await page.getByRole('option', { name: 'forum' }).click();
  await page.getByText('Type saved').first().waitFor();
  await page.getByRole('button', { name: 'About “Cited in”' }).click();
  await page.getByRole('link', { name: 'View the 1,344 answers citing it' }).click();
  await page.waitForURL(/answers\?.*cites=trail\.example/);
  await open('sources?type=forum');
  await expect.poll(() => getRegion('Domains').getByRole('row').count()).toBe(2);
});

it('shows brands, a compared competitor and gaps', async () => {
  await open('competitors');
  await page.getByText(/^Paddlemoor is mentioned (most, )?in 63% of 1,344 answers/).waitFor();
  const selector = page.getByRole('navigation', { name: 'Compared competitor' });
  await expect.poll(() => selector.locator('[aria-current]').textContent()).toBe('Paddlemoor');
  await selector.getByRole('link', { name: 'Otterline' }).click();
  await page.waitForURL(/competitor=/);
  await expect.poll(() => selector.locator('[aria-current]').textContent()).toBe('Otterline');
  const gaps = getRegion('Mention gaps');
  await gaps
    .getByText(
      'For 1 of 4 prompts, the answers mention another tracked brand but never Fjordwing. For 3 more,',
    )
    .waitFor();
  await page.getByRole('button', { name: 'Show “Positions” as a table' }).click();
  await getRegion('Positions')
    .getByRole('link', { name: /100% of the answers that mention Fjordwing rank it at this position/ })
    .click();
  await page.waitForURL(/rank=/);
});

it('filters by the map and the heat map, also by keyboard', async () => {
  await open('overview');
  const japan = getRegion('By country').getByRole('button', {
    name: /^Japan: 38%, most likely .*%, 448 answers$/,
  });
  await japan.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/country=JP/);
  await expect.poll(() => japan.getAttribute('aria-pressed')).toBe('true');
  await getRegion('Visibility by engine and country')
    .getByRole('button', { name: /^ChatGPT in Japan/ })
    .click();
  await page.waitForURL((url) => url.search.includes('engine=chat') && url.search.includes('country=JP'));
});
