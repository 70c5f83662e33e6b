import { html, raw } from 'hono/html';
import { formatInstant } from '#lib/core/dates';
import { formatCount, formatLatency, noValue } from '#lib/core/numbers';
import { providerCatalog } from '#lib/providers/registry';
import { getInstanceStatus, type InstanceStatus, listProblems } from '#lib/service/instance/instance-status';
import type { Service } from '#lib/service/instance/service';
import type { ProviderCheck } from '#lib/service/provider-checks/check-store';
import { describeCheckFailure, describeNewFields } from '#lib/service/provider-checks/describe-check';

const refreshSeconds = 15;

/** The page has no scripts and loads nothing. */
export const statusPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

const styles = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
  body { max-width: 52rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0; }
  h2 { font-size: 1rem; margin: 2.5rem 0 0.5rem; }
  p { margin: 0.25rem 0; }
  .muted, th { color: light-dark(#52616b, #a9b4bb); font-weight: 400; }
  .problems { margin: 1.5rem 0; padding: 0.75rem 1rem 0.75rem 2rem; border-radius: 8px; background: light-dark(#fdf0ee, #47231f); }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 0.4rem 1.5rem 0.4rem 0; text-align: left; border-bottom: 1px solid light-dark(#e3e7e9, #364146); }
  td.number, th.number { text-align: right; }
  th:last-child, td:last-child { padding-right: 0; }
`;

/** Renders the state of the instance as a page that reloads itself. */
export async function renderStatusPage({ db, settings, clock }: Service): Promise<string> {
  const status = await getInstanceStatus(db, settings);
  const now = clock.now();
  const problems = listProblems(status, { now, settings });
  const tables = [
    listBacklogs(status),
    listProcesses(status, now),
    listCircuits(status, now),
    listChecks(status),
    listBrowserErrors(status),
    listJobs(status),
    listFacts(status),
  ];
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Instance status</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
<h1>Instance status</h1>
<p class="muted">As of ${formatInstant(now)}. The page reloads every ${refreshSeconds} seconds.</p>
${
  problems.length === 0
    ? html`<p>No problems found.</p>`
    : html`<ul class="problems">${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`
}
${tables.map(renderTable)}
</main>
</body>
</html>
`;
  return page.toString();
}

interface Table {
  title: string;
  columns: string[];
  /** Numbers are aligned right. */
  rows: (string | number)[][];
  /** The text shown if there are no rows. */
  empty: string;
}

function listBacklogs({ queue, deliveries, inbox, emails }: InstanceStatus): Table {
  const backlogs = [
    ...queue.map(({ priority, ...backlog }) => ({ name: `Tasks of priority ${priority}`, ...backlog })),
    { name: 'Webhook deliveries', ...deliveries },
    { name: 'Received answers', ...inbox },
    { name: 'Emails', ...emails },
  ];
  return {
    title: 'Queues',
    columns: ['Queue', 'Waiting', 'Longest wait'],
    rows: backlogs.map(({ name, count, oldestSeconds }) => [
      name,
      count,
      count === 0 ? noValue : formatLatency(oldestSeconds * 1000),
    ]),
    empty: 'Nothing is waiting.',
  };
}

function listProcesses({ processes }: InstanceStatus, now: Date): Table {
  return {
    title: 'Processes connected to the database',
    columns: ['Process', 'IP address', 'Connections', 'Oldest connection'],
    rows: processes.map(({ name, address, connections, since }) => [
      name,
      address ?? noValue,
      connections,
      formatLatency(now.getTime() - since.getTime()),
    ]),
    empty: 'No process is connected.',
  };
}

function listCircuits({ openCircuits }: InstanceStatus, now: Date): Table {
  return {
    title: 'Open circuit breakers',
    columns: ['Provider', 'Reason', 'Open for', 'Failed probes'],
    rows: openCircuits.map(({ provider, engine, reason, openedAt, failedProbes }) => [
      [
        provider in providerCatalog
          ? providerCatalog[provider as keyof typeof providerCatalog].title
          : provider,
        ...(engine === null ? [] : [`(${engine})`]),
      ].join(' '),
      reason.replace('_', ' '),
      formatLatency(now.getTime() - openedAt.getTime()),
      failedProbes,
    ]),
    empty: 'All circuit breakers are closed.',
  };
}

function listBrowserErrors({ browserErrors }: InstanceStatus): Table {
  return {
    title: 'Errors in browsers',
    columns: ['Error', 'Page', 'Version', 'Browser', 'Last reported', 'Reports'],
    rows: browserErrors.map(({ message, page, version, browser, lastReportedAt, count }) => [
      message,
      page,
      version,
      browser,
      formatInstant(lastReportedAt),
      count,
    ]),
    empty: 'No browser reported an error in the last seven days.',
  };
}

function listChecks({ providerChecks }: InstanceStatus): Table {
  return {
    title: 'Provider checks',
    columns: ['Provider', 'Engine', 'Last check', 'Result'],
    rows: providerChecks.map((check) => [
      check.title,
      check.engine,
      check.checkedAt ? formatInstant(check.checkedAt) : noValue,
      describeCheck(check),
    ]),
    empty: 'No provider key is set.',
  };
}

function describeCheck(check: ProviderCheck): string {
  if (check.status === null) return 'Not checked yet';
  if (check.status === 'failed') return `Failed: ${describeCheckFailure(check)}`;
  const added = describeNewFields(check.findings);
  return added ? `As expected; new fields: ${added}` : 'As expected';
}

function listJobs({ jobs }: InstanceStatus): Table {
  return {
    title: 'Background jobs',
    columns: ['Job', 'Queued', 'Active', 'Failed'],
    rows: jobs.map(({ job, queued, active, failed }) => [job, queued, active, failed]),
    empty: 'No worker has started yet.',
  };
}

function listFacts(status: InstanceStatus): Table {
  const { workers, credits, databaseBytes, disabledEndpoints, migrations, jobsScheduledAt, readReplica } =
    status;
  return {
    title: 'Instance',
    columns: ['Property', 'Value'],
    rows: [
      ['Workers', formatCount(workers)],
      ['Credits of all organizations', formatCount(credits.balance)],
      ['Credits held', formatCount(credits.held)],
      ['Disabled webhook endpoints', formatCount(disabledEndpoints)],
      ['Database size', `${formatCount(Math.round(databaseBytes / 1e6))} MB`],
      ['Migrations applied', formatCount(migrations.applied)],
      ['Recurring jobs last enqueued', jobsScheduledAt ? formatInstant(jobsScheduledAt) : noValue],
      ['Read replica', describeReplica(readReplica)],
    ],
    empty: '',
  };
}

function describeReplica(replica: InstanceStatus['readReplica']): string {
  if (!replica) return 'Not set up';
  if (!replica.isUsable) return `Not used${replica.problem ? `: ${replica.problem}` : ''}`;
  return replica.lagSeconds === null ? 'Used' : `Used, ${formatLatency(replica.lagSeconds * 1000)} behind`;
}

function renderTable({ title, columns, rows, empty }: Table) {
  const isNumber = (column: number) => typeof rows[0]?.[column] === 'number';
  const table = html`<div class="scroll"><table>
<thead><tr>${columns.map((name, column) => html`<th scope="col"${isNumber(column) ? raw(' class="number"') : ''}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell) =>
        typeof cell === 'number'
          ? html`<td class="number">${formatCount(cell)}</td>`
          : html`<td>${cell}</td>`,
      )}</tr>`,
  )}</tbody>
</table></div>`;
  return html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p class="muted">${empty}</p>` : table}</section>`;
}
