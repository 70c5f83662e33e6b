import axe from 'axe-core';
import type { BrowserWindow } from '#tests/browsers/browser-window';
import { type LocatedElement, locate, type Target, toQuery } from '#tests/browsers/locate';
import { waitFor } from '#tests/support/wait';

/** What a journey does in a window. Every action waits until it is possible. */
export type Visitor = ReturnType<typeof createVisitor>;

const waiting = { seconds: 100, everyMs: 50 };

export function createVisitor(window: BrowserWindow) {
  /** Calls a function in the page. Its arguments and its result are JSON. */
  const evaluate = async <A extends unknown[], T>(callable: (...args: A) => T, ...args: A): Promise<T> =>
    JSON.parse(
      String(await window.evaluate(`JSON.stringify((${callable})(...${JSON.stringify(args)})) ?? 'null'`)),
    );
  const find = async (target: Target, willBeClicked = false): Promise<LocatedElement | null> => {
    if (!(await evaluate(() => 'axe' in globalThis))) await window.evaluate(`(() => { ${axe.source} })()`);
    return evaluate(locate, toQuery(target), willBeClicked);
  };
  const explain = async (condition: string, poll: () => Promise<unknown>) => {
    await waitFor(condition, poll, waiting).catch(async (error: Error) => {
      const page = await evaluate(() => `${location.href}\n${document.body.textContent.slice(0, 2_000)}`);
      throw new Error(`${error.message}\nThe page: ${page}`, { cause: error.cause });
    });
  };
  /**
   * Clicks once the element has stayed in its place for two frames and can be clicked. On a busy machine, the first frame of
   * a panel that slides in can be late: then its place is where the animation starts, and it does not seem to move.
   */
  const click = async (target: Target) => {
    const name = nameTarget(target);
    let first: LocatedElement | null = null;
    let last: LocatedElement | null = null;
    let obstacle: string | null = 'it is missing';
    const isReady = async () => {
      last = await find(target, true);
      obstacle = last ? last.obstacle : 'it is missing';
      const hasStayed =
        obstacle === null && last?.x === first?.x && last?.y === first?.y && countFrames(first, last) >= 0;
      if (!hasStayed) first = last;
      return countFrames(first, last) >= 2 ? last : null;
    };
    await explain(`${name} can be clicked`, isReady).catch((error: Error) => {
      throw new Error(`${error.message}\n${name} cannot be clicked: ${obstacle}.`, { cause: error.cause });
    });
    if (last) await window.click(last);
  };
  const waitForElement = (target: Target, condition = 'is there', check = (_: LocatedElement) => true) =>
    explain(`${nameTarget(target)} ${condition}`, async () => {
      const element = await find(target);
      return element !== null && check(element);
    });
  const readPath = () => evaluate(() => location.pathname + location.search);
  return {
    ...window,
    click,
    readPath,
    waitForElement,
    /** Replaces the text of a field. */
    async fill(label: string, text: string) {
      const target: Target = { role: 'field', name: label };
      await click(target);
      await waitForElement(target, 'has the focus', ({ hasFocus }) => hasFocus);
      await evaluate(selectText);
      await window.type(text);
      await waitForElement(target, `contains “${text}”`, ({ value }) => value === text);
    },
    waitUntilGone: (target: Target) =>
      explain(`${nameTarget(target)} is gone`, async () => !(await find(target))),
    waitForText: (text: string) =>
      explain(`the page contains “${text}”`, () =>
        evaluate((expected) => document.body.textContent.includes(expected), text),
      ),
    /** Waits until the URL matches. */
    waitForPath: (pattern: RegExp) =>
      explain(`the URL matches ${pattern}`, async () => pattern.test(await readPath())),
    /** Waits until a page with this title is loaded, without placeholders. */
    async waitForPage(title: string) {
      const heading: Target = { role: 'title', name: title };
      await waitForElement(heading, 'has a size', ({ width, height }) => width > 0 && height > 0);
      await explain(`the page “${title}” has no placeholders`, () =>
        evaluate(() => !document.querySelector('main [role="status"][aria-label="Loading"]')),
      );
    },
    goBack: () => evaluate(() => history.back()),
    goForward: () => evaluate(() => history.forward()),
    /** Returns by how many pixels the page is wider than the window. */
    measureOverflow: () =>
      evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    /** Returns the names of the links in a navigation, in order. */
    listLinks: (navigation: string) =>
      evaluate(
        (name) =>
          [...document.querySelectorAll(`nav[aria-label="${name}"]`)]
            .filter((nav) => nav.checkVisibility())
            .flatMap((nav) => [...nav.querySelectorAll('a:not([href="/"])')])
            .map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''),
        navigation,
      ),
  };
}

/** Returns how many frames were drawn from the first to the last location of an element. It is negative after a page load. */
function countFrames(first: LocatedElement | null, last: LocatedElement | null): number {
  return (last?.frame ?? 0) - (first?.frame ?? 0);
}

function nameTarget({ role, name, within }: Target): string {
  return `the ${role} “${name}”${within ? ` in ${nameTarget(within)}` : ''}`;
}

/** Runs in a page: selects the text of the field that has the focus. */
function selectText(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
    activeElement.select();
}
