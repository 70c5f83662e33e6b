import { afterAll, expect, it } from 'vitest';
import { until } from '#tests/support/until';
import { openKayaks } from './open-kayaks';
import { tellAnswers } from './tell-answers';

const hourMs = 3_600_000;
const sources = ['https://boats.example/kayaks', 'https://news.example/'];
/** Gen names the brand and cites a site; Office names its competitor, says what it searched for, and cites nothing. */
const now = {
  gen: { text: 'Fjordwing leads, and Paddlemoor follows.', sources, cited: sources.slice(0, 1) },
  office: { text: 'Paddlemoor leads.', sources, searchQueries: ['best kayak', 'light kayak'] },
};

const kayaks = await openKayaks(async (tenant, { instance }) => {
  await instance.worker.end();
  const asked = { engines: ['gen' as const, 'office' as const], countries: ['US', 'JP'] };
  for (const ago of [1, 2]) {
    const at = new Date(Date.now() - ago * hourMs);
    await tellAnswers(tenant, {
      ...asked,
      at,
      says: ({ engine }) => now[engine === 'gen' ? 'gen' : 'office'],
    });
  }
  const before = new Date(Date.now() - 35 * 24 * hourMs);
  await tellAnswers(tenant, { ...asked, at: before, says: () => now.office });
});
afterAll(() => kayaks.close());

const { stage, page, faults, open, region } = kayaks;
const says = (words: string | RegExp) => page.locator('main').getByText(words).first().waitFor();

/** Opens what a figure means, reads what it counted, and goes to the answers behind it. */
async function countBehind(label: string): Promise<string> {
  await page.getByRole('button', { name: `What “${label}” means` }).click();
  const meaning = page.getByRole('dialog', { name: `What “${label}” means` });
  const counted = await meaning.getByText(/\d+ of \d+|over \d+/).textContent();
  await meaning.getByRole('link', { name: /^See the .*answers? / }).click();
  await page.waitForURL(/\/answers\?/);
  return /\d+/.exec(counted ?? '')?.[0] ?? '';
}

it('overview: a row filters every figure, a chip takes it back, and so does the way back', async () => {
  await open('overview');
  await says('Named in 50% of 32 answers');
  await until('a row filters', async () => {
    await region('By engine').getByRole('button', { name: 'Gen', exact: true }).click();
    return page.url().includes('engine=gen');
  });
  await says('Named in 100% of 16 answers');
  await page.goBack();
  await says('Named in 50% of 32 answers');
  expect(await page.getByRole('list', { name: 'Filters in force' }).count()).toBe(0);
  await page.goForward();
  await says('Named in 100% of 16 answers');
  await page.getByRole('button', { name: 'Remove filter Engine Gen' }).click();
  await says('Named in 50% of 32 answers');
  expect(page.url()).not.toContain('engine=');
});

it('overview: a brand’s row turns the page to it and back, and its figures say what they mean', async () => {
  await open('overview');
  const brands = region('Who is named');
  await until('the page turns to the competitor', async () => {
    await brands.getByRole('button', { name: 'Paddlemoor' }).click();
    return page.url().includes('brand=');
  });
  await says('Paddlemoor is named in 100% of 32 answers');
  await brands.getByRole('button', { name: 'Fjordwing' }).click();
  await says('Named in 50% of 32 answers');
  expect(page.url()).not.toContain('brand=');
  expect(await brands.getByRole('link').first().getAttribute('title')).toMatch(
    /^\d+ of 32 answers, .*% with 95% confidence$/,
  );
  await brands.getByRole('button', { name: 'What the figures of “Who is named” mean' }).click();
  const meanings = page.getByRole('dialog', { name: 'What the figures of “Who is named” mean' });
  await meanings.getByText('Answers that mention the brand ÷ answers.').waitFor();
  await page.keyboard.press('Escape');
});

it.each(['Visibility', 'Position', 'Share of voice'])(
  'overview: %s leads to exactly the answers that it counts',
  async (label) => {
    await open('overview?country=JP');
    await says('Named in 50% of 16 answers');
    const counted = await countBehind(label);
    await says(new RegExp(`^${counted} answers .*, out of 16 in these days\\.`));
    expect(await page.locator('[data-row]').count()).toBe(Number(counted));
  },
);

it('overview: a figure that no answer stands behind leads nowhere', async () => {
  await open('overview?country=JP');
  await page.getByRole('button', { name: 'What “Citation rate” means' }).click();
  const meaning = page.getByRole('dialog', { name: 'What “Citation rate” means' });
  await meaning.getByText('0 of 16 answers').waitFor();
  expect(await meaning.getByRole('link').count()).toBe(0);
});

it('overview: is compared with the days before or with nothing, as chosen', async () => {
  await open('overview');
  const dashed = region('Visibility over time').getByText('Dashed: the days compared with.');
  await dashed.waitFor();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Nothing' }).click();
  await page.waitForURL(/compare=none/);
  await dashed.waitFor({ state: 'detached' });
});

it('overview: a site opens the answers that cite it', async () => {
  await open('overview');
  await region('Top sources').getByRole('button', { name: 'Answers that cite boats.example' }).click();
  const sheet = page.getByRole('dialog', { name: 'boats.example' });
  await sheet.getByRole('listitem').first().waitFor();
});

it('overview: stays dark once dark was chosen', async () => {
  await open('overview');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  const isDark = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).colorScheme).then((is) => is === 'dark');
  await until('it is dark', isDark);
  await page.reload();
  expect(await isDark()).toBe(true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'As the system' }).click();
  await until('it is light again', async () => !(await isDark()));
});

it('prompts: are searched, put in order and filtered in the address, by keys too', async () => {
  await open('prompts');
  const rows = page.getByRole('table', { name: 'Prompts' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  await until('the page searches by “/”', async () => {
    await page.keyboard.press('/');
    return page.getByRole('searchbox', { name: 'Search prompts' }).evaluate((box) => box.matches(':focus'));
  });
  await page.keyboard.type('kayak');
  await page.waitForURL(/q=kayak/);
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  await page.waitForURL(/sort=prompt/);
  await expect.poll(() => rows.first().textContent()).toContain('Cheap kayaks');
  await page.getByRole('button', { name: 'Prompt', exact: true }).click();
  await page.waitForURL(/down=true/);
  await expect.poll(() => rows.first().textContent()).toContain('Which kayak is best?');
  await page.reload();
  await expect.poll(() => rows.first().textContent()).toContain('Which kayak is best?');
  await page.getByRole('link', { name: 'Which kayak is best?' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cheap kayaks');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Cheap kayaks' }).waitFor();
});

it('prompts: are filed together, and archived ones come back', async () => {
  await open('prompts');
  await page.getByRole('checkbox', { name: 'Choose “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Topic and tags of 1' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tags to put on' }).fill('buying, wrong');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table').getByRole('button', { name: 'wrong' }).waitFor();
  await page.getByRole('checkbox', { name: 'Choose “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Topic and tags of 1' }).click();
  await page.getByRole('button', { name: 'Remove tag wrong' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table').getByRole('button', { name: 'wrong' }).waitFor({ state: 'detached' });
  await page.getByRole('table').getByRole('button', { name: 'buying' }).click();
  await page.waitForURL(/tag=buying/);
  const rows = page.getByRole('table', { name: 'Prompts' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('checkbox', { name: 'Choose “Cheap kayaks”' }).click();
  await page.getByRole('button', { name: 'Archive 1' }).click();
  await page.getByText('1 prompt archived').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Cheap kayaks' }).waitFor();
});

it('prompt: its figures are of its answers alone, and lead to them', async () => {
  await open('prompts');
  await page.getByRole('link', { name: 'Which kayak is best?' }).click();
  await says('Named in 50% of 8 answers');
  const counted = await countBehind('Visibility');
  expect(counted).toBe('4');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(4);
  await page.goBack();
  await says('Named in 50% of 8 answers');
});

it('competitors: a figure leads to exactly the answers that it counts', async () => {
  await open('competitors');
  const link = region('Who is named').getByRole('link').first();
  await link.click();
  await page.waitForURL(/\/answers\?/);
  await says(/^\d+ answers/);
});

it.each(['overview', 'sources', 'sources/boats.example', 'competitors', 'fan-out'])(
  '%s: what stands in a table or chart says what it means, and can be taken away',
  async (path) => {
    await open(path);
    await page
      .getByRole('button', { name: /^Download/ })
      .first()
      .waitFor();
    const lacking = await page.locator('main section:has(table)').evaluateAll((sections) =>
      sections.flatMap((section) => {
        const has = (label: string) => section.querySelector(`button[aria-label^="${label}"]`) !== null;
        const whole = has('What the figures of') && has('Download');
        return whole ? [] : [section.getAttribute('aria-label')];
      }),
    );
    // Pages of a site are counted, not measured.
    expect(lacking.filter((name) => name !== 'Pages')).toEqual([]);
  },
);

it('fan-out: is searched in the address, and a search leads to the answers it was made for', async () => {
  await open('fan-out');
  const rows = page.getByRole('table', { name: 'What the engines search for' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Words in the search' }).fill('light');
  await page.keyboard.press('Enter');
  await page.waitForURL(/words=light/);
  await expect.poll(() => rows.count()).toBe(1);
  const asked = await rows.first().getByRole('cell').nth(1).textContent();
  await page.getByRole('button', { name: 'Show “From prompts to searches” as a table' }).click();
  await region('From prompts to searches').getByRole('table').waitFor();
  await rows.first().getByRole('link').click();
  await says(`${asked} answers searching for “light kayak”, out of 32 in these days.`);
  await page.goBack();
  await page.waitForURL(/fan-out\?.*words=light/);
});

it('brands: a competitor that is added is found in the answers that are there, and what is read stays in its place', async () => {
  await open('settings');
  await page.getByRole('button', { name: 'Add a competitor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a competitor' });
  await dialog.getByLabel('Name', { exact: true }).fill('Leads');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Competitor added').first().waitFor();
  await open('overview');
  await page.getByRole('progressbar', { name: /^Scoring all answers by the changed brands/ }).waitFor();
  const top = async () => (await region('Who is named').boundingBox())?.y;
  const before = await top();
  stage.instance.worker.start();
  await page.getByRole('progressbar', { name: 'All answers are scored by the changed brands' }).waitFor();
  await region('Who is named')
    .getByRole('row', { name: /Leads.*100%/ })
    .waitFor();
  expect(await top()).toBe(before);
  expect(faults).toEqual([]);
}, 90_000);
