import type { Locator, Page, Response } from 'playwright';
import type { Role } from '#lib/core/permissions';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';
import { watchPage } from './watch-page';

/** A project in a running instance, and a browser signed in as its owner. */
export interface TestProject {
  stage: TestApp;
  tenant: Tenant;
  page: Page;
  /** Faults on the owner's page (`watchPage`). */
  faults: string[];
  /** Opens a page as another member. */
  pageOf(role: Role): Promise<Page>;
  /** Opens a page of the project. */
  open(path: string, on?: Page): Promise<Response | null>;
  region(name: string): Locator;
  close(): Promise<void>;
}

/** Starts an instance and a browser. @param fill stores the data of the project */
export async function openTestProject(
  fill: (tenant: Tenant, stage: TestApp) => Promise<void>,
): Promise<TestProject> {
  const stage = await startTestApp();
  const tenant = await stage.createTenant();
  await fill(tenant, stage);
  const browser = await launchBrowser();
  const { address } = stage.instance;
  const pageOf = async (role: Role) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const [name = '', value = ''] = tenant.cookies[role].split('=');
    await context.addCookies([{ name, value, url: address }]);
    return context.newPage();
  };
  const page = await pageOf('owner');
  return {
    ...{ stage, tenant, page, pageOf },
    faults: watchPage(page, address),
    open: (path, on = page) => on.goto(`${address}/projects/${tenant.project.id}/${path}`),
    region: (name) => page.getByRole('region', { name, exact: true }),
    async close() {
      await browser.close();
      await stage.stop();
    },
  };
}
