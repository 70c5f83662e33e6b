import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { printReport } from '#lib/dashboard/reports/print-report';
import { getReport } from '#lib/dashboard/reports/reports';
import type { Context } from '#lib/db/context';
import { findBrowser } from '#tests/support/browser';
import { createTestProject } from '#tests/support/dashboard';
import { openTestDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';
import { openUnlocked, shareOverview } from '#tests/support/reports';
import { waitFor } from '#tests/support/wait';

const db = await openTestDatabase({ max: 4 });
const { executablePath, env } = await findBrowser();
for (const name of ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
  if (env[name]) process.env[name] = env[name];
}

let opened = 0;
let isHanging = true;
/** Serves a page in place of the reports that are printed; it does not respond while `isHanging`. */
const site = createServer((_, response) => {
  opened += 1;
  if (isHanging) return;
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end('<html lang="en"><title>Report</title><body><main><h1>Report</h1></main>');
});
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
const { port } = site.address() as AddressInfo;
const settings = { CHROMIUM_PATH: executablePath, PRINT_BASE_URL: `http://127.0.0.1:${port}` };
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** Creates an organization with a report and a link to it that allows downloads. */
async function createTenant() {
  const owner = await createOwner(db);
  const { id: projectId } = await createTestProject(owner);
  const { token, reportId } = await shareOverview(owner, { projectId, allowsDownloads: true });
  const report = await getReport(owner, { projectId, reportId });
  const { context: viewer } = await openUnlocked(owner, { token });
  const print = (context: Context, ipAddress: string, signal?: AbortSignal) =>
    printReport(context, report, { settings, paper: 'A4', query: '', ipAddress, ...(signal && { signal }) });
  return { owner, viewer, print };
}

const refusal = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: expect.stringMatching(/Try again in about \d+ seconds\.$/),
};

test('an organization has one place, and each visitor of its shared reports', {
  timeout: 120_000,
}, async () => {
  const [first, second] = [await createTenant(), await createTenant()];
  const clients = new AbortController();
  const { signal } = clients;
  const given: Promise<unknown>[] = [];
  const enqueue = async (printing: Promise<unknown>) => {
    given.push(printing);
    // A refusal comes at once, after a few queries of the report.
    await Promise.race([printing, new Promise((done) => setTimeout(done, 300))]);
  };
  await enqueue(first.print(first.owner, '192.0.2.1', signal));
  await waitFor('the first report is opened', () => opened === 1);
  await expect(first.print(first.owner, '192.0.2.2')).rejects.toMatchObject(refusal);
  // Visitors do not take the place of the organization, nor those of each other; one visitor has one place everywhere.
  await enqueue(first.print(first.viewer, '192.0.2.1', signal));
  await expect(first.print(first.viewer, '192.0.2.1')).rejects.toMatchObject(refusal);
  await expect(second.print(second.viewer, '192.0.2.1')).rejects.toMatchObject(refusal);
  await enqueue(first.print(first.viewer, '2001:db8::1', signal));
  await expect(first.print(first.viewer, '2001:db8::ffff:1')).rejects.toMatchObject(refusal);
  // The links of an organization have three places together, so that strangers cannot fill the queue with them.
  await enqueue(first.print(first.viewer, '192.0.2.3', signal));
  await expect(first.print(first.viewer, '192.0.2.4')).rejects.toMatchObject(refusal);
  await enqueue(second.print(second.viewer, '192.0.2.4', signal));
  await enqueue(second.print(second.owner, '192.0.2.4', signal));
  // All places are free once the clients have disconnected.
  isHanging = false;
  clients.abort();
  for (const result of await Promise.allSettled(given)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'REQUEST_CANCELED' } });
  }
  expect(opened).toBe(1);
  const printed = await Promise.all([
    first.print(first.owner, '192.0.2.1'),
    first.print(first.viewer, '192.0.2.1'),
    second.print(second.owner, '192.0.2.1'),
  ]);
  expect(printed.map(({ type }) => type)).toEqual(Array(3).fill('application/pdf'));
});
