import type { Locator, Page, Response } from 'playwright';
import type { Role } from '#lib/core/permissions';
import { startTestApp, type Tenant, type TestApp } from '#tests/security/test-app';
import { launchBrowser } from '#tests/support/browser';

/** A project in a running instance, and a browser signed in as its owner. */
export interface TestProject {
  app: TestApp;
  tenant: Tenant;
  page: Page;
  /** Opens a page as another member. */
  openPageAs(role: Role): Promise<Page>;
  /** Opens a page of the project. */
  open(path: string, target?: Page): Promise<Response | null>;
  getRegion(name: string): Locator;
  close(): Promise<void>;
}

/**
 * Starts an instance without a worker, and a browser.
 * @param fill stores the data of the project
 */
export async function openTestProject(
  fill: (tenant: Tenant, app: TestApp) => Promise<void>,
): Promise<TestProject> {
  const app = await startTestApp();
  const tenant = await app.createTenant();
  await fill(tenant, app);
  const browser = await launchBrowser();
  const { url } = app.instance;
  const openPageAs = async (role: Role) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const [name = '', value = ''] = tenant.cookies[role].split('=');
    await context.addCookies([{ name, value, url }]);
    return context.newPage();
  };
  const page = await openPageAs('owner');
  return {
    app,
    tenant,
    page,
    openPageAs,
    open: (path, target = page) => target.goto(`${url}/projects/${tenant.project.id}/${path}`),
    getRegion: (name) => page.getByRole('region', { name, exact: true }),
    async close() {
      await browser.close();
      await app.stop();
    },
  };
}
