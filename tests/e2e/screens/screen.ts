import type { Locator, Page } from 'playwright';

/** A page of the product, with the states in which it is tested. */
export interface Screen {
  name: string;
  path: string;
  /** An element that is rendered last. */
  getLastElement(page: Page): Locator;
  states?: readonly ScreenState[];
}

/** A dialog, menu or other state of a screen. Escape closes it unless `staysOpen` is set. */
export interface ScreenState {
  name: string;
  open(page: Page): Promise<void>;
  /** If true, the state is left open while the next states are opened. */
  staysOpen?: boolean;
  /** Layout in which the state exists; both by default. */
  layout?: 'wide' | 'narrow';
}

/** IDs of the records that detail pages show, and tokens of the links in emails. */
export interface RecordIds {
  alertEventId: string;
  deliveryId: string;
  invitationToken: string;
  emailToken: string;
  resetToken: string;
  recipientToken: string;
}

/** IDs and tokens in the URLs of the tested pages. */
export interface DemoIds extends RecordIds {
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
  reportId: string;
  shareToken: string;
  /** Token of a share link with a password. */
  lockedShareToken: string;
}

export const getHeading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first();

/** Returns a function that clicks a button and waits for the element that it opens. */
export function clickButton(name: string | RegExp, getOpenedElement: (page: Page) => Locator) {
  return async (page: Page) => {
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await getOpenedElement(page).waitFor();
  };
}

export const getDialog = (page: Page) => page.getByRole('dialog').first();
export const getTextInDialog = (text: string) => (page: Page) =>
  page.getByRole('dialog').getByText(text).first();
