import type { Locator, Page } from 'playwright';

/** One screen of the dashboard: its address below the instance's, what shows that it has come, and what opens on it. */
export interface Screen {
  name: string;
  path: string;
  /** Its part that comes last. */
  shown(page: Page): Locator;
  opens?: readonly Opening[];
}

/** Something that opens on a screen. What it opens is there when `open` ends, and Escape closes it unless `stays`. */
export interface Opening {
  name: string;
  open(page: Page): Promise<void>;
  /** Left as it is for the openings after it. */
  stays?: boolean;
  /** The widths at which it can be opened; all where left out. */
  at?: 'wide' | 'narrow';
}

/** What addresses name that differs from project to project. */
export interface DemoIds {
  projectId: string;
  promptId: string;
  runId: string;
  answerId: string;
  domain: string;
  rivalId: string;
  experimentId: string;
  /** A project of which nothing was asked yet. */
  emptyProjectId: string;
  shareToken: string;
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();

/** Presses a button and waits for what it opens. */
export function press(name: string | RegExp, opened: (page: Page) => Locator) {
  return async (page: Page) => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await opened(page).waitFor();
  };
}

export const dialog = (page: Page) => page.getByRole('dialog').first();
export const inDialog = (words: string) => (page: Page) => page.getByRole('dialog').getByText(words).first();
