/** CSS selectors of the elements that can have a role. */
export const selectors = {
  button: 'button, [role="button"]',
  checkbox: 'input[type="checkbox"], [role="checkbox"]',
  dialog: '[role="dialog"], [role="alertdialog"]',
  field: 'input, textarea',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  menuitem: '[role="menuitem"]',
  navigation: 'nav',
  title: 'h1',
} as const;

/** The visible element with a role and an accessible name, or the first of several. */
export interface Target {
  role: keyof typeof selectors;
  name: string | RegExp;
  /** Only descendants of this element count. */
  within?: Target;
}

/** A target as the page receives it. */
export interface TargetQuery {
  selector: string;
  /** Source of a regular expression. */
  name: string;
  within?: TargetQuery;
}

export function toQuery({ role, name, within }: Target): TargetQuery {
  return {
    selector: selectors[role],
    name: typeof name === 'string' ? `^${name.replaceAll(/[^\w\s]/g, '\\$&')}$` : name.source,
    ...(within && { within: toQuery(within) }),
  };
}

export interface LocatedElement {
  /** The middle of the element. */
  x: number;
  y: number;
  width: number;
  height: number;
  hasFocus: boolean;
  /** The value of a field. */
  value: string | null;
  /** Value of `aria-current`. */
  current: string | null;
  /** Why a click would not reach the element yet. */
  obstacle: string | null;
  /** Number of frames that the page has drawn since an element was first located. */
  frame: number;
}

/**
 * Runs in a page that has axe: finds an element, and scrolls to it if it is going to be clicked. Returns null if there is none.
 * Names are computed by axe, so that they are the same in every browser.
 */
export function locate(query: TargetQuery, willBeClicked: boolean): LocatedElement | null {
  const page = window as unknown as { axe: typeof import('axe-core'); drawnFrames?: number };
  const { axe } = page;
  if (page.drawnFrames === undefined) {
    const countFrame = () => {
      page.drawnFrames = (page.drawnFrames ?? 0) + 1;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert]');
  const find = ({ selector, name, within }: TargetQuery): Element | null => {
    const root = within ? find(within) : document.body;
    const pattern = new RegExp(name);
    // axe does not know the labels of buttons, such as those that are checkboxes.
    const getName = (element: Element) =>
      axe.commons.text.accessibleText(element) ||
      (element instanceof HTMLButtonElement ? (element.labels[0]?.textContent ?? '') : '');
    const hasName = (element: Element) => pattern.test(getName(element).replaceAll(/\s+/g, ' ').trim());
    return (
      [...(root?.querySelectorAll(selector) ?? [])].find(
        (element) => isVisible(element) && hasName(element),
      ) ?? null
    );
  };
  /** Whether an animation such as that of a dialog that opens has not ended. */
  const isMoving = (element: Element | null): boolean =>
    element !== null &&
    (element
      .getAnimations()
      .some(
        ({ playState, timeline, effect }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      ) ||
      isMoving(element.parentElement));
  const findObstacle = (element: Element, x: number, y: number) => {
    // React handles no events of an element before it has added its properties.
    if (!Object.keys(element).some((key) => key.startsWith('__reactProps'))) return 'it is not hydrated';
    if (element.matches(':disabled, [aria-busy="true"]')) return 'it is disabled';
    if (isMoving(element)) return 'it is moving';
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) ? null : `it is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`;
  };
  axe.setup(document.documentElement);
  try {
    const element = find(query);
    if (!element) return null;
    const measure = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      return { ...middle, width, height, obstacle: findObstacle(element, middle.x, middle.y) };
    };
    let measured = measure();
    if (willBeClicked && measured.obstacle) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      measured = measure();
    }
    return {
      ...measured,
      frame: page.drawnFrames ?? 0,
      hasFocus: document.activeElement === element,
      value: 'value' in element && typeof element.value === 'string' ? element.value : null,
      current: element.getAttribute('aria-current'),
    };
  } finally {
    axe.teardown();
  }
}
