import type { Page } from 'playwright';

/** Number of Tab presses before each check of whether the focus has left the page. */
const batchSize = 20;
const maxTabs = 500;

/**
 * Watches the focus of every page that is opened from now on. Each press of Tab checks the element that has the focus: it must
 * be visible and uncovered, and have a focus indicator.
 */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const checked = new WeakSet<Element>();
    let focused: { element: Element; style: string } | null = null;
    const readStyle = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      return [outlineStyle === 'none' ? 'none' : outlineWidth, boxShadow, borderColor].join(' ');
    };
    const nameElement = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `<${element.localName}> “${name.trim().slice(0, 60)}”`;
    };
    const report = (problem: string) => {
      const { dataset } = document.documentElement;
      dataset.focusProblems = `${dataset.focusProblems ?? ''}${problem}\n`;
    };
    // Some fields, such as file inputs, are hidden, and only their labels are visible.
    const getVisiblePart = (element: Element) =>
      (element.getBoundingClientRect().width < 4 ? element.closest('label') : null) ?? element;
    const check = (element: Element) => {
      const [box] = element.getClientRects();
      if (!box || box.width < 4 || box.height < 4) return report(`${nameElement(element)} is invisible`);
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      if (right <= left || bottom <= top) return report(`${nameElement(element)} is outside the window`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      // The middle of a country on a map may be outside its shape.
      const isInDrawing = element instanceof SVGElement && hit?.closest('svg') === element.closest('svg');
      if (hit && !isInDrawing && !element.contains(hit) && !hit.contains(element))
        report(`${nameElement(element)} is covered by ${nameElement(hit)}`);
    };
    document.addEventListener('focusout', ({ target }) => {
      if (!(target instanceof Element) || !focused || focused.element !== getVisiblePart(target)) return;
      if (readStyle(focused.element) === focused.style)
        report(`${nameElement(focused.element)} has no focus indicator`);
      focused = null;
    });
    // Runs before the next element gets the focus, when the current one has been scrolled into view.
    document.addEventListener(
      'keydown',
      ({ key }) => {
        const { activeElement, documentElement } = document;
        if (key !== 'Tab') return;
        if (!activeElement || activeElement === document.body) {
          if (documentElement.dataset.tabs) documentElement.dataset.hasLeft = 'true';
          return;
        }
        documentElement.dataset.tabs = String(Number(documentElement.dataset.tabs ?? 0) + 1);
        if (!activeElement.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
          documentElement.dataset.outside = 'true';
        if (checked.has(activeElement)) return;
        checked.add(activeElement);
        const element = getVisiblePart(activeElement);
        focused = { element, style: readStyle(element) };
        check(element);
      },
      true,
    );
  });
}

/**
 * Presses Tab until the focus leaves the page, or `batchSize` times in a dialog that is open from the beginning.
 * @returns the problems of the focused elements
 */
export async function tabThroughPage(page: Page): Promise<string[]> {
  if ((await page.getByRole('dialog').count()) > 0) return tabThroughDialog(page);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await clearFocusProblems(page);
  const problems = await page.evaluate(() =>
    [...document.querySelectorAll('[tabindex]')]
      .filter((element) => Number(element.getAttribute('tabindex')) > 0)
      .map((element) => `positive tabindex: ${element.outerHTML.slice(0, 80)}`),
  );
  for (let tabs = 0; tabs < maxTabs; tabs += batchSize) {
    for (let count = 0; count < batchSize; count += 1) await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.documentElement.dataset.hasLeft)) {
      return [...problems, ...(await takeFocusProblems(page))];
    }
  }
  return [...problems, `the focus did not leave the page after ${maxTabs} presses of Tab`];
}

/**
 * Waits until the browser has scrolled to the element that has the focus, two seconds at most. Since Chromium 150, it scrolls
 * some frames later, which a person never outruns.
 */
function waitUntilScrolled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0;
        const check = () => {
          frames += 1;
          const box = document.activeElement?.getBoundingClientRect();
          const isInWindow = !box || (box.bottom > 0 && box.top < innerHeight);
          if ((frames >= 2 && isInWindow) || frames >= 120) resolve();
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      }),
  );
}

/** Waits until the open dialog accepts the pointer: for some milliseconds after it appeared, only its overlay does. */
async function waitUntilReachable(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(
      -1,
    );
    if (!dialog) return false;
    const { left, top, width, height } = dialog.getBoundingClientRect();
    return dialog.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Presses Tab in an open dialog, which must keep the focus. @returns the problems of its elements */
export async function tabThroughDialog(page: Page): Promise<string[]> {
  await waitUntilReachable(page);
  await clearFocusProblems(page);
  for (let count = 0; count < batchSize; count += 1) {
    await page.keyboard.press('Tab');
    await waitUntilScrolled(page);
  }
  const hasLeft = await page.evaluate(() => {
    const { hasLeft, outside } = document.documentElement.dataset;
    return hasLeft ?? outside;
  });
  return [...(hasLeft ? ['the focus left the dialog'] : []), ...(await takeFocusProblems(page))];
}

async function clearFocusProblems(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    for (const name of ['tabs', 'hasLeft', 'outside', 'focusProblems']) delete dataset[name];
  });
}

async function takeFocusProblems(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => document.documentElement.dataset.focusProblems ?? '');
  return text.split('\n').filter(Boolean);
}
