import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/security/test-app';
import { password } from '#tests/support/owners';
import type { StartedBrowser } from './browser-window';
import { describeEngine, type Engine, findEngines, mustHaveEngines } from './engines';
import { createJourneyData, type JourneyData } from './journey-data';
import type { Target } from './locate';
import { createVisitor, type Visitor } from './visitor';

const engines = await findEngines();
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const navigation: Target = { role: 'navigation', name: 'Main' };
const tabs: Target = { role: 'navigation', name: 'API & webhooks' };
/** Titles of pages that differ from the label of the link. */
const titles: Record<string, string> = { 'API & webhooks': 'API keys' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 300_000);
afterAll(() => app?.stop());

// A step takes seconds; on a busy machine, one with many pages takes more than a minute.
for (const engine of engines)
  describe(describeEngine(engine), { timeout: 240_000 }, () => testEngine(engine));

/** Tests one journey through the product, step by step, in an engine. */
function testEngine({ name, version, start }: Engine): void {
  if (version === null) {
    it.skipIf(!mustHaveEngines)('is installed', () => {
      throw new Error(
        `${name} is not installed. On Debian, this installs it: apt-get install chromium firefox-esr webkit2gtk-driver xvfb`,
      );
    });
    return;
  }
  let browser: StartedBrowser;
  let data: JourneyData;
  let visitor: Visitor;
  beforeAll(async () => {
    data = await createJourneyData(app);
    browser = await start();
    visitor = createVisitor(await browser.openWindow());
    await visitor.resize(desktop);
  }, 180_000);
  afterAll(async () => {
    await visitor?.close();
    await browser?.close();
  });
  afterEach(() => {
    expect(visitor.problems.splice(0)).toEqual([]);
  });

  const openPage = async (link: string, within: Target) => {
    await visitor.click({ role: 'link', name: link, within });
    await visitor.waitForPage(titles[link] ?? link);
    await visitor.waitForElement({ role: 'link', name: link, within }, 'is the current page', ({ current }) =>
      Boolean(current),
    );
  };

  it('signs in', async () => {
    await visitor.open(`${data.url}/sign-in`);
    await visitor.fill('Email', data.email);
    await visitor.fill('Password', password);
    await visitor.click({ role: 'button', name: 'Sign in' });
    await visitor.waitForPage('Overview');
  });

  it('opens every page by a click in the navigation', async () => {
    const links = await visitor.listLinks('Main');
    expect(links).toHaveLength(15);
    for (const link of links) await openPage(link, navigation);
    await openPage('API & webhooks', navigation);
    const tabLinks = await visitor.listLinks('API & webhooks');
    expect(tabLinks).toHaveLength(7);
    for (const link of tabLinks) await openPage(link, tabs);
    await openPage('Members', navigation);
    await visitor.click({ role: 'link', name: 'Audit log' });
    await visitor.waitForPage('Audit log');
    await visitor.click({ role: 'button', name: 'Account: Olga' });
    await visitor.click({ role: 'link', name: 'Account' });
    await visitor.waitForPage('Account');
    await visitor.waitForElement(navigation);
  });

  it('sets and clears a filter', async () => {
    await openPage('Overview', navigation);
    await visitor.click({ role: 'button', name: 'Filter' });
    await visitor.click({ role: 'checkbox', name: 'Japan' });
    await visitor.waitForPath(/\/overview\?country=JP$/);
    await visitor.press('Escape');
    await visitor.waitForElement({ role: 'button', name: 'Remove filter Country Japan' });
    // Pages of the navigation keep the filter.
    await visitor.click({ role: 'link', name: 'Sources', within: navigation });
    await visitor.waitForPath(/\/sources\?country=JP$/);
    await visitor.waitForPage('Sources');
    await visitor.click({ role: 'button', name: 'Clear all' });
    await visitor.waitForPath(/\/sources$/);
    await visitor.waitUntilGone({ role: 'button', name: 'Remove filter Country Japan' });
  });

  it('opens an answer and closes it', async () => {
    await openPage('Answers', navigation);
    const answer: Target = { role: 'button', name: 'Cheap kayaks' };
    await visitor.click(answer);
    const drawer: Target = { role: 'dialog', name: 'Cheap kayaks' };
    await visitor.waitForElement(drawer);
    await visitor.waitForPath(/\/answers\?answer=/);
    await visitor.waitForText('Fjordwing');
    await visitor.click({ role: 'button', name: 'Close', within: drawer });
    await visitor.waitUntilGone(drawer);
    await visitor.waitForPath(/\/answers$/);
    await visitor.waitForElement(answer, 'has the focus', ({ hasFocus }) => hasFocus);
  });

  it('follows Back and Forward', async () => {
    await openPage('Competitors', navigation);
    await openPage('Runs', navigation);
    await visitor.goBack();
    await visitor.waitForPath(/\/competitors$/);
    await visitor.waitForPage('Competitors');
    await visitor.goBack();
    await visitor.waitForPage('Answers');
    await visitor.goForward();
    await visitor.goForward();
    await visitor.waitForPath(/\/runs$/);
    await visitor.waitForPage('Runs');
  });

  it('opens a dialog and cancels it', async () => {
    await openPage('Prompts', navigation);
    const button: Target = { role: 'button', name: 'Add prompts' };
    const dialog: Target = { role: 'dialog', name: 'Add prompts' };
    await visitor.click(button);
    await visitor.waitForElement(dialog);
    await visitor.fill('Prompts', 'Which kayak floats?');
    await visitor.click({ role: 'button', name: 'Cancel', within: dialog });
    await visitor.waitUntilGone(dialog);
    await visitor.waitForElement(button, 'has the focus', ({ hasFocus }) => hasFocus);
    const { rows } = await app.db.$client.query('SELECT FROM prompts WHERE text = $1', [
      'Which kayak floats?',
    ]);
    expect(rows).toEqual([]);
  });

  it('creates a project', async () => {
    await visitor.click({ role: 'button', name: 'Project: Kayaks' });
    await visitor.click({ role: 'menuitem', name: 'New project' });
    await visitor.waitForPage('Brand');
    await visitor.fill('Name', 'Tarnhoof');
    await visitor.click({ role: 'button', name: 'Next: competitors' });
    await visitor.waitForPage('Competitors');
    await visitor.fill('Names or websites', 'Grumblefell');
    await visitor.click({ role: 'button', name: 'Add competitors' });
    await visitor.click({ role: 'button', name: 'Next: prompts' });
    await visitor.waitForPage('Prompts');
    await visitor.fill('Your own prompts, one per line', 'Which trail shoes are light?');
    await visitor.click({ role: 'button', name: 'Next: engines' });
    await visitor.waitForPage('Engines and schedule');
    await visitor.click({ role: 'button', name: /^Create project and run/ });
    await visitor.waitForPage('Run');
    await visitor.waitForElement({ role: 'button', name: 'Project: Tarnhoof' });
  });

  it('lays out pages for a wide and a narrow window', async () => {
    for (const page of ['Overview', 'Answers', 'Prompts']) {
      await visitor.resize(desktop);
      await openPage(page, navigation);
      expect(await visitor.measureOverflow(), `${page} in a wide window`).toBe(0);
      await visitor.resize(phone);
      await visitor.waitForPage(page);
      await visitor.waitForElement({ role: 'button', name: 'More', within: navigation });
      expect(await visitor.measureOverflow(), `${page} in a narrow window`).toBe(0);
    }
    await visitor.resize(desktop);
  });

  it('opens a shared report with its password, without a session', async () => {
    const guest = createVisitor(await browser.openWindow());
    await guest.open(data.url + data.sharePath);
    await guest.waitForPage('Password required');
    await guest.fill('Password', 'not the password');
    await guest.click({ role: 'button', name: 'Open report' });
    await guest.waitForText('Wrong password. Ask the person who sent you the link.');
    await guest.fill('Password', data.sharePassword);
    await guest.click({ role: 'button', name: 'Open report' });
    await guest.waitForPage('Fjordwing overview');
    expect(guest.problems).toEqual([]);
    await guest.close();
  });
}
