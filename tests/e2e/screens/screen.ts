import type { Locator, Page } from 'playwright';

/** A screen of the dashboard. */
export interface Screen {
  name: string;
  path: string;
  /** An element that is rendered last. */
  lastElement(page: Page): Locator;
  states?: readonly ScreenState[];
}

/** A dialog, menu or other state of a screen. Escape closes it unless `staysOpen` is set. */
export interface ScreenState {
  name: string;
  open(page: Page): Promise<void>;
  /** Whether it stays open for the states after it. */
  staysOpen?: boolean;
  /** Layout that has it; both by default. */
  layout?: 'wide' | 'narrow';
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
  /** A project whose first run is in progress. */
  runningProjectId: string;
  shareToken: string;
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();

/** Clicks a button and waits for the element it states. */
export function press(name: string | RegExp, getOpened: (page: Page) => Locator) {
  return async (page: Page) => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await getOpened(page).waitFor();
  };
}

export const dialog = (page: Page) => page.getByRole('dialog').first();
export const inDialog = (text: string) => (page: Page) => page.getByRole('dialog').getByText(text).first();
