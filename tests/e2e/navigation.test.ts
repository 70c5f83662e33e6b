import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { openTestProject } from './open-test-project';
import { storeAnswers } from './store-answers';

const hourMs = 3_600_000;

const testProject = await openTestProject(async (tenant) => {
  for (const hoursAgo of [2, 4, 9 * 24]) {
    await storeAnswers(tenant, {
      engines: ['gen', 'office'],
      countries: ['US', 'JP'],
      at: new Date(Date.now() - hoursAgo * hourMs),
      getAnswer: ({ engine, country }) => ({
        text: engine === 'gen' && country === 'JP' ? 'Paddlemoor leads.' : 'Fjordwing leads Paddlemoor.',
        sources: ['https://boats.example/kayaks'],
      }),
    });
  }
});
afterAll(() => testProject.close());
const { page, open } = testProject;

/**
 * Returns the texts of a page, the values and states of its controls and the targets of its links, including those of the
 * navigation. Leaves out announcements and the axes of charts, because they change on interaction.
 */
function readContent(target: Page): Promise<string> {
  return target.evaluate(() => {
    // Charts measure texts in an element at the end of the body.
    const ignored =
      '[role="status"], [style*="height"], body > span, script, style, template, [hidden], next-route-announcer';
    const read = (node: Node): string => {
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
      if (node.matches(ignored)) return '';
      const states = ['aria-pressed', 'aria-current', 'aria-sort', 'aria-checked', 'href']
        .filter((name) => node.hasAttribute(name) && !node.getAttribute(name)?.startsWith('#'))
        .map((name) => `[${name}=${node.getAttribute(name)}]`);
      if (node instanceof HTMLInputElement) states.push(`[${node.checked ? 'checked ' : ''}${node.value}]`);
      if (node instanceof HTMLSelectElement) return `${states.join('')}[${node.value}]`;
      const isBlock = node.matches('tr, li, p, div, button, a, h1, h2, h3');
      return states.join('') + [...node.childNodes].map(read).join('') + (isBlock ? '\n' : '');
    };
    return read(document.body).replace(/\n+/g, '\n');
  });
}

/** Waits until nothing is loading, and returns what the page shows. */
async function readWhenIdle(target: Page): Promise<string> {
  let previous = '';
  for (let unchangedReads = 0; unchangedReads < 3; ) {
    await delay(250);
    const isBusy = (await target.locator('[aria-busy="true"], [aria-label="Loading"]').count()) > 0;
    const text = await readContent(target);
    unchangedReads = !isBusy && text === previous ? unchangedReads + 1 : 0;
    previous = text;
  }
  return previous;
}

/** Compares the page with a fresh load of its URL. */
async function expectFreshContent(history: readonly string[]): Promise<void> {
  const shown = await readWhenIdle(page);
  const url = page.url();
  const fresh = await page.context().newPage();
  try {
    await fresh.goto(url);
    expect(shown, [...history, url].join('\n')).toBe(await readWhenIdle(fresh));
  } finally {
    await fresh.close();
  }
}

/** Pages that the random walks below open. Some are listed twice, so they are opened more often. */
const pages = ['Overview', 'Overview', 'Prompts', 'Prompts', 'Sources', 'Competitors', 'Answers', 'Answers'];

/** Clicks a control. @throws Error if it is not on the page, or cannot be clicked within half a second */
async function clickNow(control: Locator): Promise<void> {
  if ((await control.count()) === 0) throw new Error('The page does not have this control.');
  await control.click({ timeout: 500 });
}

/** Clicks controls in the popover with the period, in order. Closes the popover if one of them is missing. */
async function clickInPeriod(...controls: Locator[]): Promise<void> {
  try {
    await clickNow(page.getByRole('button', { name: /^Period:/ }));
    for (const control of controls) {
      await control.waitFor({ timeout: 2_000 });
      await clickNow(control);
    }
  } catch (error) {
    await page.keyboard.press('Escape');
    throw error;
  }
}

const pickOne = <T>(pick: (count: number) => number, values: readonly [T, ...T[]]): T =>
  values[pick(values.length)] ?? values[0];

/** Actions of a user, by name. They fail if their control is not on the page or cannot be clicked. */
const actions: Record<string, (pick: (count: number) => number) => Promise<unknown>> = {
  'filter by engine': (pick) =>
    clickNow(
      page
        .getByRole('region', { name: 'By engine', exact: true })
        .getByRole('button', { name: pick(2) === 0 ? /^Gemini( ·|$)/ : /^Microsoft Copilot( ·|$)/ }),
    ),
  'filter by country': (pick) =>
    clickNow(
      page
        .getByRole('region', { name: 'Visibility by engine and country' })
        .getByRole('button', { name: pick(2) === 0 ? 'Japan' : 'United States', exact: true }),
    ),
  'filter by topic': () =>
    clickNow(
      page
        .getByRole('table', { name: 'Prompts' })
        .getByRole('button', { name: 'Kayaks', exact: true })
        .first(),
    ),
  'choose a brand': (pick) =>
    clickNow(
      page
        .getByRole('region', { name: 'Brands', exact: true })
        .getByRole('button', { name: pickOne(pick, ['Paddlemoor', 'Otterline', 'Fjordwing']), exact: true }),
    ),
  'choose a period': (pick) =>
    clickInPeriod(page.getByRole('button', { name: pickOne(pick, ['7 days', '28 days', '56 days']) })),
  'choose a comparison': (pick) =>
    clickInPeriod(
      page.getByRole('combobox', { name: 'Compare with' }),
      page.getByRole('option', { name: pickOne(pick, ['Previous period', 'Same period', 'No comparison']) }),
    ),
  'remove a filter': () => clickNow(page.getByRole('button', { name: /^Remove filter/ }).first()),
  search: async (pick) => {
    const field = page.getByRole('searchbox', { name: /^Search (answers|prompts)$/ });
    if ((await field.count()) === 0) throw new Error('The page does not have a search.');
    await field.fill(pickOne(pick, ['', 'Fjordwing', 'kayak', 'nothing has this']), { timeout: 500 });
  },
  'sort prompts': (pick) =>
    clickNow(
      page
        .getByRole('table', { name: 'Prompts' })
        .getByRole('columnheader')
        .getByRole('button', {
          name: pickOne(pick, ['Prompt', 'Visibility', 'Answers', 'Topic']),
          exact: true,
        }),
    ),
  'sort domains': (pick) =>
    clickNow(page.getByRole('link', { name: pickOne(pick, ['Cited in', 'Listed in', 'Citation share']) })),
  'choose a status': (pick) =>
    clickNow(
      page
        .getByRole('navigation', { name: 'Status' })
        .getByRole('link', { name: pickOne(pick, [/^Answered/, /^Answered/, /^Failed/]) }),
    ),
  'show older answers': () => clickNow(page.getByRole('link', { name: 'Older answers' })),
  'show newest answers': () => clickNow(page.getByRole('link', { name: 'Newest answers' })),
  'open an answer': (pick) => clickNow(page.locator('[data-row]').nth(pick(20))),
  'close the answer': () => clickNow(page.getByRole('dialog').getByRole('button', { name: 'Close' })),
  'open a domain': () =>
    clickNow(page.getByRole('table').getByRole('link', { name: 'boats.example' }).first()),
  'open a prompt': (pick) =>
    clickNow(page.getByRole('table', { name: 'Prompts' }).locator('a[href*="/prompts/"]').nth(pick(4))),
  'open a page': (pick) =>
    clickNow(page.getByRole('link', { name: pages[pick(pages.length)] ?? '', exact: true }).first()),
  back: () =>
    page.evaluate(() => {
      // An empty page precedes the first page of the walk.
      if ((navigation.currentEntry?.index ?? 0) < 2) throw new Error('There is no page to go back to.');
      history.back();
    }),
  forward: () => page.evaluate(() => history.forward()),
  reload: () => page.reload(),
};
const maxResponseDelayMs = 400;
/** Actions are skipped if they fail, for example because the page has no filters. */
const maxSkippedPerStep = 15;
/** Number of steps in each of the two walks. Set WALK_STEPS to a larger number, such as 250, for a longer test. */
const stepCount = Number(process.env.WALK_STEPS ?? 24);
/** The names of actions to choose from. Filters are changed most often. */
const actionNames = ['filter by engine', 'filter by country', 'filter by engine', ...Object.keys(actions)];
/** The names of actions to choose from while an answer is open, which covers the page. */
const answerActionNames = ['close the answer', 'close the answer', 'reload', 'back', 'forward'];

it.each([1, 2])(
  'shows the same content as a fresh load of the URL, on random walk %d',
  async (seed) => {
    const random = createRandom(seed);
    const pick = (count: number) => Math.floor(random() * count);
    // Responses that arrive late, and in a different order than they were requested, can cause races.
    await page.route(/[?&]_rsc=/, async (route) => {
      await delay(pick(maxResponseDelayMs));
      await route.continue().catch(() => {});
    });
    await open('overview');
    await readWhenIdle(page);
    const history: string[] = [];
    let skipped = 0;
    for (let step = 1; step <= stepCount; ) {
      const hasDialog = (await page.getByRole('dialog').count()) > 0;
      const names = hasDialog ? answerActionNames : actionNames;
      const name = names[pick(names.length)] ?? '';
      const isDone = await actions[name]?.(pick).then(
        () => true,
        () => false,
      );
      if (isDone) {
        history.push(name);
        if (step % 8 === 0) await expectFreshContent(history);
        step += 1;
        await delay(pick(300));
      } else {
        skipped += 1;
      }
      expect(skipped, history.join(', ')).toBeLessThan(maxSkippedPerStep * stepCount);
    }
  },
  120_000 + stepCount * 3_000,
);

it('shows consistent content after ten quick clicks on filters', async () => {
  await open('overview');
  await readWhenIdle(page);
  const region = page.getByRole('region', { name: 'By engine', exact: true });
  // A filtered table has fewer rows, so a row that is gone is skipped.
  const targets = [
    region.getByRole('button', { name: /^Gemini( ·|$)/ }),
    region.getByRole('button', { name: /^Microsoft Copilot( ·|$)/ }),
    page.getByRole('button', { name: /^Remove filter/ }).first(),
  ];
  let clicks = 0;
  for (let attempt = 0; attempt < 100 && clicks < 10; attempt += 1) {
    const target = targets[attempt % targets.length];
    if (!target || (await target.count()) === 0) continue;
    // A row can disappear before it is clicked. On a busy machine, a click takes more than 200 ms.
    const isClicked = await target.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isClicked) clicks += 1;
  }
  expect(clicks).toBe(10);
  await expectFreshContent(['ten clicks']);
}, 300_000);
