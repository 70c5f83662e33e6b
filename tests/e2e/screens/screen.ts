import type { Locator, Page } from 'playwright';

/** A screen of the dashboard with its path and dialogs. */
export interface Screen {
  name: string;
  path: string;
  /** An element that is rendered last. */
  shown(page: Page): Locator;
  opens?: readonly Opening[];
}

/** A dialog, menu or state to open on a screen. Escape closes it unless `stays` is set. */
export interface Opening {
  name: string;
  open(page: Page): Promise<void>;
  /** Stays open for the next openings. */
  stays?: boolean;
  /** Widths at which it exists; all by default. */
  at?: 'wide' | 'narrow';
}

/** IDs that URLs of the demo contain. */
export interface DemoIds {
  projectId: string;
  promptId: string;
  runId: string;
  answerId: string;
  domain: string;
  competitorId: string;
  experimentId: string;
  /** A project without runs. */
  emptyProjectId: string;
  shareToken: string;
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();

/** Clicks a button and waits for the element it opens. */
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
