import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { formatEmail } from '#lib/dashboard/alerts/messages/format-message';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import { openDatabase } from '#lib/db/database';
import { queueEmail } from '#lib/email/queue-email';
import { sendEmails } from '#lib/email/send-emails';
import { composeReportEmail } from '#lib/report-emails/compose-report-email';
import { queueConfirmationEmail } from '#lib/service/users/email-verification';
import { notifyOfPasswordChange } from '#lib/service/users/notices';
import {
  createObservedProject,
  type Observation,
  storeRollups,
} from '#tests/dashboard/analytics/support/observations';
import { colorRules, findAccessibilityIssues, measureOverflow } from '#tests/e2e/page-checks';
import { launchBrowser } from '#tests/support/browser';
import { createDatabase } from '#tests/support/database';
import { createOwner, getUserId } from '#tests/support/owners';
import { decodeQuotedPrintable, readSubject, startSmtpServer } from '#tests/support/smtp-server';

/* Renders received emails in a browser, at the widths of a phone and a mail client, light and dark, without images. */

/** The folder for screenshots. None are taken if it is not set. */
const folder = process.env.SCREENSHOTS;
const database = await createDatabase();
const db = openDatabase(database.url);
const smtp = await startSmtpServer();
const clock = createFixedClock(new Date('2026-03-10T08:00:00Z'));
const settings = {
  SMTP_URL: smtp.url,
  EMAIL_FROM: 'no-reply@answerscope.example',
  APP_URL: 'https://answerscope.example',
};
const emails: { subject: string; html: string }[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  const owner = { ...(await createOwner(db)), clock };
  const to = 'ada@people.example';
  await queueReport(to);
  await queueEmail(owner, { ...alertEmail, to });
  await queueConfirmationEmail(owner, { userId: getUserId(owner), email: to });
  await notifyOfPasswordChange(owner, to, {
    ipAddress: '2001:db8::7:1',
    userAgent: 'Mozilla/5.0 Firefox/140.0',
  });
  await sendEmails({ db, clock, settings }, new AbortController().signal);
  for (const { raw } of smtp.received) {
    const decoded = decodeQuotedPrintable(raw);
    emails.push({
      subject: readSubject(raw),
      html: decoded.slice(decoded.indexOf('<!DOCTYPE'), decoded.indexOf('</html>')),
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await db.$client.end();
  await smtp.stop();
  await database.drop();
});

async function queueReport(to: string) {
  const { context, projectId } = await createObservedProject(db);
  const observations = Array.from(
    { length: 240 },
    (_, index): Observation => ({
      day: index % 10,
      prompt: index % 6,
      engine: 'chat',
      country: 'US',
      status: 'answered',
      ranks: [index % 3 < 2 ? 1 : null, index % 4 > 1 ? 2 : null, null],
      sources: [{ domain: index % 2 ? 'own.example' : 'news.example', citations: 1 }],
    }),
  );
  await storeRollups(db, { organizationId: context.organizationId, projectId }, observations);
  const filters = parseReportFilters({ projectId, timeZone: 'UTC', filters: 'days=7' }, {}, clock);
  const data = await loadReportData({ ...context, clock }, { filters, blocks: [] });
  const report = {
    id: projectId,
    projectId,
    name: 'Monthly review',
    filters: 'days=7',
    blocks: [],
    revision: 1,
    frozenAt: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  const note = 'The CSV files are attached.';
  const content = composeReportEmail({ report, data, appUrl: settings.APP_URL }, note);
  await queueEmail(
    { db, clock },
    { ...content, to, unsubscribeUrl: `${settings.APP_URL}/unsubscribe/a.token` },
  );
}

const alertEmail = formatEmail({
  id: 'a-message',
  project: { id: 'a-project', name: 'Kayaks' },
  appUrl: settings.APP_URL,
  notices: [
    {
      title: 'Visibility of Fjordwing changes by at least 5 points',
      category: 'finding',
      alertId: 'a',
      raisedAt: '2026-03-10T02:00:00Z',
      summary:
        'Visibility of Fjordwing has risen from 39.8% to 58.1% since 23 Feb 2026 (+18.3 points, interval +9.0 to +27.6).',
      details: [
        { label: 'Before the change', value: '39.8% (2,688 answers from 8 Sep 2025 to 22 Feb 2026)' },
        { label: 'Since the change', value: '58.1% (360 answers since 23 Feb 2026)' },
        { label: 'Confidence interval', value: '+9.0 to +27.6 (adjusted for daily checks)' },
      ],
      numbers: null,
      view: { page: 'overview', query: 'from=2026-02-23&to=2026-03-09&compare=custom' },
    },
  ],
});

test('emails are readable on a phone and in a mail client, light and dark, without images', async () => {
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'Alert for “Kayaks”: “Visibility of Fjordwing changes by at least 5 points” – Answerscope',
    expect.stringMatching(/^Report “Monthly review”, /),
    'Verify your email address',
    'Your password was changed',
  ]);
  // Emails request nothing, so nothing is missing if images are blocked.
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const [index, { subject, html }] of emails.entries()) {
    await page.setContent(`${html}</html>`);
    // axe does not know that a page without a background is dark in the dark scheme.
    await page.addStyleTag({ content: 'html { background: canvas }' });
    expect(await page.locator('img:not([alt]), img[alt=""]').count(), subject).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [600, 390]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await measureOverflow(page), `${subject} at ${width}`).toBe(0);
        if (folder)
          await page.screenshot({
            path: `${folder}/email-${index}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
      }
      const rules = [...colorRules, 'image-alt', 'link-name', 'html-has-lang', 'document-title'];
      expect(await findAccessibilityIssues(page, { rules }), `${subject}, ${colorScheme}`).toEqual([]);
    }
  }
  expect(requests).toEqual([]);
  const report = emails.find(({ subject }) => subject.startsWith('Report'))?.html;
  expect(report).toMatch(/entioned in \d+% of \d+ answers/);
  expect(report).toContain('The CSV files are attached.');
  await context.close();
});
