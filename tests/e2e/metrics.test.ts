import { afterAll, expect, it } from 'vitest';
import { waitUntilReached } from '#tests/support/browser';
import { waitFor } from '#tests/support/wait';
import { openTestProject } from './open-test-project';
import { storeAnswers } from './store-answers';

const hourMs = 3_600_000;
const sources = ['https://boats.example/kayaks', 'https://news.example/'];
/** Gen mentions the brand before a competitor and cites a page. Office mentions only the competitor, and cites nothing. */
const answers = {
  gen: { text: 'Fjordwing leads, and Paddlemoor follows.', sources, cited: sources.slice(0, 1) },
  office: { text: 'Paddlemoor leads.', sources, searchQueries: ['best kayak', 'light kayak'] },
};

const testProject = await openTestProject(async (tenant) => {
  const run = { engines: ['gen' as const, 'office' as const], countries: ['US', 'JP'] };
  for (const hoursAgo of [1, 2]) {
    const at = new Date(Date.now() - hoursAgo * hourMs);
    await storeAnswers(tenant, {
      ...run,
      at,
      getAnswer: ({ engine }) => answers[engine === 'gen' ? 'gen' : 'office'],
    });
  }
  const previousPeriod = new Date(Date.now() - 35 * 24 * hourMs);
  await storeAnswers(tenant, { ...run, at: previousPeriod, getAnswer: () => answers.office });
});
afterAll(() => testProject.close());

const { app, page, open, getRegion } = testProject;
const waitForText = (text: string | RegExp) => page.locator('main').getByText(text).first().waitFor();

/** Opens the explanation of a metric, reads the number of answers that it counts, and follows the link to the answers. */
async function openCountedAnswers(label: string): Promise<string> {
  await page.getByRole('button', { name: `About “${label}”` }).click();
  const explanation = page.getByRole('dialog', { name: `About “${label}”` });
  const count = await explanation.getByText(/\d+ of \d+|average of \d+/).textContent();
  await explanation.getByRole('link', { name: /^View the .*answers? / }).click();
  await page.waitForURL(/\/answers\?/);
  return /\d+/.exec(count ?? '')?.[0] ?? '';
}

it('overview: filters by a row, and removes the filter by its chip or the Back button', async () => {
  await open('overview');
  await waitForText('Mentioned in 50% of 32 answers');
  await waitFor('the row sets a filter', async () => {
    await getRegion('By engine')
      .getByRole('button', { name: /^Gemini( ·|$)/ })
      .click();
    return waitUntilReached(page, /engine=gen/);
  });
  await waitForText('Mentioned in 100% of 16 answers');
  await page.goBack();
  await waitForText('Mentioned in 50% of 32 answers');
  expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0);
  await page.goForward();
  await waitForText('Mentioned in 100% of 16 answers');
  await page.getByRole('button', { name: 'Remove filter Engine Gemini' }).click();
  await waitForText('Mentioned in 50% of 32 answers');
  expect(page.url()).not.toContain('engine=');
});

it('overview: explains a change by its causes', async () => {
  await open('overview');
  const change = page.getByRole('button', { name: /: explain$/ }).first();
  const explanation = page.getByRole('dialog', { name: 'Why it changed' });
  await waitFor('the explanation opens', async () => {
    if (!(await explanation.isVisible())) await change.click();
    return explanation.isVisible();
  });
  await explanation
    .getByText(/^0(\.0)?% before, 50(\.0)?% now: \+50(\.0)? points across all answers\.$/)
    .waitFor();
  const [first = ''] = await explanation.getByRole('listitem').allInnerTexts();
  expect(first.split('\n').slice(0, 2)).toEqual([
    'Asked in both periods',
    expect.stringMatching(/^\+50(\.0)? points$/),
  ]);
  for (const group of ['By prompt', 'By engine']) await explanation.getByText(group).waitFor();
  await page.keyboard.press('Escape');
  await explanation.waitFor({ state: 'hidden' });
});

it('overview: shows how its metrics were measured', async () => {
  await open('overview');
  const card = page.locator('details');
  await card.getByText('How this was measured').click();
  await card.getByText('4 prompts were sent to 2 engines in').waitFor();
  const table = card.getByRole('table', { name: 'Precision of the headline metrics' });
  expect(await table.getByRole('row').count()).toBe(7);
  expect(await table.getByRole('row', { name: /^Visibility 32 answers/ }).textContent()).toMatch(
    /±[\d.]+ points/,
  );
  await card.getByText('come from the sandbox’s fictional market').waitFor();
});

it('overview: selects a brand by its row and explains its metrics', async () => {
  await open('overview');
  const brands = getRegion('Brands');
  await waitFor('the competitor is selected', async () => {
    await brands.getByRole('button', { name: 'Paddlemoor' }).click();
    return waitUntilReached(page, /brand=/);
  });
  await waitForText('Paddlemoor is mentioned in 100% of 32 answers');
  await brands.getByRole('button', { name: 'Fjordwing' }).click();
  await waitForText('Mentioned in 50% of 32 answers');
  expect(page.url()).not.toContain('brand=');
  expect(await brands.getByRole('link').first().getAttribute('title')).toMatch(
    /^\d+ of 32 answers, most likely .*%$/,
  );
  await brands.getByRole('button', { name: 'About the metrics of “Brands”' }).click();
  const explanations = page.getByRole('dialog', { name: 'About the metrics of “Brands”' });
  await explanations.getByText('Answers that mention the brand ÷ answers.').waitFor();
  await page.keyboard.press('Escape');
});

it.each(['Visibility', 'Position', 'Share of voice'])(
  'overview: %s links to exactly the answers it counts',
  async (label) => {
    await open('overview?country=JP');
    await waitForText('Mentioned in 50% of 16 answers');
    const count = await openCountedAnswers(label);
    await waitForText(new RegExp(`^${count} answers .*, out of 16 in this period\\.`));
    expect(await page.locator('[data-row]').count()).toBe(Number(count));
  },
);

it('overview: does not link a metric that counts no answers', async () => {
  await open('overview?country=JP');
  await page.getByRole('button', { name: 'About “Citation rate”' }).click();
  const explanation = page.getByRole('dialog', { name: 'About “Citation rate”' });
  await explanation.getByText('0 of 16 answers').waitFor();
  expect(await explanation.getByRole('link').count()).toBe(0);
});

it('overview: compares with the previous period or not at all', async () => {
  await open('overview');
  const comparisonNote = getRegion('Visibility over time').getByText('Dashed: the comparison period.');
  await comparisonNote.waitFor();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'No comparison' }).click();
  await page.waitForURL(/compare=none/);
  await comparisonNote.waitFor({ state: 'detached' });
});

it('overview: opens the answers that cite a domain', async () => {
  await open('overview');
  await getRegion('Top sources').getByRole('button', { name: 'Answers that cite boats.example' }).click();
  const sheet = page.getByRole('dialog', { name: 'boats.example' });
  await sheet.getByRole('listitem').first().waitFor();
});

it('overview: remembers the dark theme', async () => {
  await open('overview');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  const isDark = () =>
    page
      .evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      .then((scheme) => scheme === 'dark');
  await waitFor('the theme is dark', isDark);
  await page.reload();
  expect(await isDark()).toBe(true);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'System' }).click();
  await waitFor('the theme is light', async () => !(await isDark()));
});

it('prompts: stores the search and the order in the URL, and moves through rows with the keyboard', async () => {
  await open('prompts');
  const rows = page.getByRole('table', { name: 'Prompts' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  await waitFor('“/” focuses the search', async () => {
    await page.keyboard.press('/');
    return page
      .getByRole('searchbox', { name: 'Search prompts' })
      .evaluate((input) => input.matches(':focus'));
  });
  await page.keyboard.type('kayak');
  await page.waitForURL(/q=kayak/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  await page.waitForURL(/sort=prompt/);
  await expect.poll(() => rows.first().textContent()).toContain('Cheap kayaks');
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  await page.waitForURL(/direction=desc/);
  await expect.poll(() => rows.first().textContent()).toContain('Which kayak is best?');
  await page.reload();
  await expect.poll(() => rows.first().textContent()).toContain('Which kayak is best?');
  await page.getByRole('link', { name: 'Which kayak is best?' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cheap kayaks');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cheap kayaks' }).waitFor();
});

it('prompts: adds and removes tags of a selected prompt, archives it and undoes that', async () => {
  await open('prompts');
  await page.getByRole('checkbox', { name: 'Select “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Edit 1 prompt' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tags to add' }).fill('buying, wrong');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('table').getByRole('button', { name: 'wrong' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Edit 1 prompt' }).click();
  await page.getByRole('button', { name: 'Remove tag wrong' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('table').getByRole('button', { name: 'wrong' }).waitFor({ state: 'detached' });
  await page.getByRole('table').getByRole('button', { name: 'buying' }).click();
  await page.waitForURL(/tag=buying/);
  const rows = page.getByRole('table', { name: 'Prompts' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Select “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Archive 1 prompt' }).click();
  await page.getByText('1 prompt archived').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Cheap kayaks' }).waitFor();
});

it('prompt: shows metrics of its own answers and links to them', async () => {
  await open('prompts');
  await page.getByRole('link', { name: 'Which kayak is best?' }).click();
  await waitForText('Mentioned in 50% of 8 answers');
  const count = await openCountedAnswers('Visibility');
  expect(count).toBe('4');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(4);
  await page.goBack();
  await waitForText('Mentioned in 50% of 8 answers');
});

it('competitors: links a metric to answers', async () => {
  await open('competitors');
  const link = getRegion('Brands').getByRole('link').first();
  await link.click();
  await page.waitForURL(/\/answers\?/);
  await waitForText(/^\d+ answers/);
});

it.each(['overview', 'sources', 'sources/boats.example', 'competitors', 'fan-out'])(
  '%s: explains and exports the data of every section with a table',
  async (path) => {
    await open(path);
    await page
      .getByRole('button', { name: /^Export/ })
      .first()
      .waitFor();
    const incomplete = await page.locator('main section:has(table)').evaluateAll((sections) =>
      sections.flatMap((section) => {
        const hasButton = (label: string) => section.querySelector(`button[aria-label^="${label}"]`) !== null;
        const isComplete = hasButton('About the metrics of') && hasButton('Export');
        return isComplete ? [] : [section.getAttribute('aria-label')];
      }),
    );
    // The table of pages has counts only, without metrics.
    expect(incomplete.filter((name) => name !== 'Pages')).toEqual([]);
  },
);

it('fan-out: stores the search in the URL and links a query to its answers', async () => {
  await open('fan-out');
  const rows = page.getByRole('table', { name: 'Search queries', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Find queries' }).fill('light');
  await page.keyboard.press('Enter');
  await page.waitForURL(/words=light/);
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByText(/^2 search queries reported by/).waitFor();
  const answerCount = await rows.first().getByRole('cell').nth(1).textContent();
  await page.getByRole('button', { name: 'Show “From prompts to search queries” as a table' }).click();
  await getRegion('From prompts to search queries').getByRole('table').waitFor();
  await rows.first().getByRole('link').click();
  await waitForText(
    `${answerCount} answers whose engine searched for “light kayak”, out of 32 in this period.`,
  );
  await page.goBack();
  await page.waitForURL(/fan-out\?.*words=light/);
});

it('brands: rescores existing answers for a new competitor without shifting the page', async () => {
  await open('brands');
  await page.getByRole('button', { name: 'Add competitor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add competitor' });
  await dialog.getByLabel('Name', { exact: true }).fill('Leads');
  await dialog.getByRole('button', { name: 'Add competitor' }).click();
  await page.getByText('Competitor added').first().waitFor();
  await open('overview');
  await page.getByRole('progressbar', { name: /^Updating all answers/ }).waitFor();
  const readTop = async () => (await getRegion('Brands').boundingBox())?.y;
  const before = await readTop();
  app.instance.worker.start();
  await page.getByRole('progressbar', { name: 'Answers updated' }).waitFor();
  await getRegion('Brands')
    .getByRole('row', { name: /Leads.*100%/ })
    .waitFor();
  expect(await readTop()).toBe(before);
});
