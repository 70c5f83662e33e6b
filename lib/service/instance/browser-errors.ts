import { desc, gt, sql } from 'drizzle-orm';
import { sha256 } from '#lib/core/crypto';
import type { Database } from '#lib/db/database';
import { browserErrors } from '#lib/db/schema/browser-errors';
import { statement } from '#lib/db/statement';

/** An error in a page that a browser reported, without query values and tokens. */
export interface BrowserError {
  message: string;
  stack: string;
  /** The path with `:id` for each part that is not fixed, such as `/projects/:id/overview`. */
  page: string;
  /** The version of the pages, such as `0.1.0+3f9a2c41`. */
  version: string;
  /** Such as `Firefox on Linux`. */
  browser: string;
}

/** The reports of one error. */
export interface ReportedBrowserError extends BrowserError {
  count: number;
  firstReportedAt: Date;
  lastReportedAt: Date;
}

/** Days after its last report after which an error is deleted. */
export const browserErrorDays = 7;
/** Further errors are only logged and counted, so that reports cannot fill the database. */
const maxStoredErrors = 200;
const maxListedErrors = 20;

const storeError = statement({
  name: 'store-browser-error',
  parameters: {
    id: 'text',
    message: 'text',
    stack: 'text',
    page: 'text',
    version: 'text',
    browser: 'text',
    now: 'timestamptz',
  },
  isPrepared: false,
  text: `
    INSERT INTO browser_errors (id, message, stack, page, version, browser, count, first_reported_at, last_reported_at)
    SELECT :id, :message, :stack, :page, :version, :browser, 1, :now, :now
    WHERE (SELECT count(*) FROM browser_errors) < ${maxStoredErrors}
      OR EXISTS (SELECT FROM browser_errors WHERE id = :id)
    ON CONFLICT (id) DO UPDATE SET
      count = browser_errors.count + 1, last_reported_at = excluded.last_reported_at, browser = excluded.browser`,
});

/** Stores a report of an error, or counts it if the same message, page and version was reported before. */
export async function storeBrowserError(db: Database, error: BrowserError, now: Date): Promise<void> {
  const { message, stack, page, version, browser } = error;
  const id = sha256([message, page, version].join('\n')).toString('hex');
  await storeError(db, { id, message, stack, page, version, browser, now });
}

/** Lists the errors of the last seven days, the newest first, at most 20. */
export async function listBrowserErrors(db: Database): Promise<ReportedBrowserError[]> {
  const { message, stack, page, version, browser, count, firstReportedAt, lastReportedAt } = browserErrors;
  return db
    .select({ message, stack, page, version, browser, count, firstReportedAt, lastReportedAt })
    .from(browserErrors)
    .where(gt(lastReportedAt, sql`now() - make_interval(days => ${browserErrorDays})`))
    .orderBy(desc(lastReportedAt))
    .limit(maxListedErrors);
}
