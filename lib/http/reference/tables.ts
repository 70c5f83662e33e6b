import { html } from 'hono/html';
import { countriesOf, coverage } from '#lib/contract/coverage';
import { engineFacts, engines } from '#lib/contract/engines';
import { limits, plans } from '#lib/contract/plans';
import { errorTable } from '#lib/core/errors';
import type { Markup } from '#lib/http/reference/parts';

const number = (value: number) => value.toLocaleString('en');

const isFigure = (cell: string | number | Markup) => /^\+?[\d,]+$/.test(String(cell));

function table(caption: string, heads: string[], rows: (string | number | Markup)[][]): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head, column) => {
      const figures = rows.some((row) => isFigure(row[column] ?? ''));
      return html`<th scope="col" class="${figures ? 'figure' : ''}">${head}</th>`;
    })}</tr></thead>
    <tbody>${rows.map(
      ([first, ...rest]) =>
        html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td class="${isFigure(cell) ? 'figure' : ''}">${cell}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** Every code a client can meet. */
export function errorsTable(): Markup {
  const rows = Object.entries(errorTable).map(([code, { status, retryable, message }]) => [
    html`<code id="error-${code}">${code}</code>`,
    status,
    retryable ? 'yes' : 'no',
    message,
  ]);
  return table('Codes', ['Code', 'Status', 'Try again', 'What it says'], rows);
}

/** Base credits of every engine, and what adds to them. */
export function creditsTable(): Markup {
  const rows = engines.map((engine) => {
    const { credits, takesState, takesPages } = engineFacts[engine];
    const pages = takesPages ? '+2 a page after the first' : '';
    const own = engine === 'chat' ? '+2 once for add-ons' : engine === 'search' ? '+2 for overview' : '';
    return [
      html`<code>${engine}</code>`,
      credits,
      takesState ? '+2' : '',
      [pages, own].filter(Boolean).join(', '),
    ];
  });
  return table('Credits a request', ['Engine', 'Base', 'With state', 'More'], rows);
}

export function plansTable(): Markup {
  const rows = Object.entries(plans).map(([plan, { monthlyCredits, syncConcurrency, asyncConcurrency }]) => [
    html`<code>${plan}</code>`,
    number(monthlyCredits),
    syncConcurrency,
    asyncConcurrency,
  ]);
  return table('Plans', ['Plan', 'Credits a month', 'At once, sync', 'At once, async'], rows);
}

export function limitsTable(): Markup {
  return table(
    'Limits',
    ['Limit', 'Value', 'Applies to'],
    [
      ['Requests', `${limits.requestsPerSecond} in each second`, 'all keys of an organization together'],
      ['Requests', `${number(limits.runRequestsPerHour)} in each hour`, html`<code>/v1/run</code>`],
      ['Prompt or query', '1 to 10,000 characters', 'Unicode code points'],
      ['Body', `${limits.bodyBytes / 1024} KiB`, 'every endpoint but the batch'],
      ['Body of a batch', `${limits.batchBodyBytes / 1024 / 1024} MiB`, `1 to ${limits.batchTasks} tasks`],
      ['Queue', `${number(limits.queuedTasks)} queued tasks`, 'an organization'],
      ['Webhook', `${limits.webhookAttempts} attempts, 10 seconds each`, 'a delivery'],
      ['Tasks and their responses', '24 hours after they end', 'then they are deleted'],
      ['Stored HTML', '24 hours', html`addresses in <code>result.html</code>`],
    ],
  );
}

/** The countries of every engine, by number, and where their list comes from. */
export function coverageTable(): Markup {
  const rows = engines.map((engine) => [
    html`<code>${engine}</code>`,
    countriesOf(engine).length,
    coverage[engine].without.join(', '),
    html`<span class="prose">${coverage[engine].source}</span>`,
  ]);
  return table('Countries', ['Engine', 'Countries', 'Not offered in', 'Source'], rows);
}
