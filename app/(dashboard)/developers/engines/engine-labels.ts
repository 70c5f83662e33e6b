import type { ChipTone } from '#components/ui/chip';
import { formatInstant } from '#lib/format/dates';
import { formatList } from '#lib/format/labels';
import { formatCount, formatPlural, noValue } from '#lib/format/numbers';
import type { EngineStatus } from '#lib/service/provider-stats/engine-standings';

type Figures = EngineStatus['stats'];

/** Whether an engine answers, in a word, with what is to be known of it. */
export function describeStatus({ provider, circuit, queued }: EngineStatus): {
  word: string;
  tone: ChipTone;
  detail?: string;
} {
  if (provider === undefined) {
    return { word: 'not available', tone: 'plain', detail: 'Add a key of its vendor below to have it.' };
  }
  const waiting = queued === 0 ? undefined : `${formatPlural(queued, 'task')} in the queue.`;
  if (!circuit) {
    return { word: 'answers', tone: 'plain', ...(waiting !== undefined && { detail: waiting }) };
  }
  const since = `Since ${formatInstant(circuit.openedAt)}.`;
  const waits = `${formatPlural(queued, 'task')} ${queued === 1 ? 'waits' : 'wait'}; one at a time is tried again.`;
  return circuit.reason === 'quota'
    ? { word: 'out of quota', tone: 'danger', detail: `${since} ${waits} Raise the limit at the vendor.` }
    : { word: 'gives no answers', tone: 'danger', detail: `${since} ${waits}` };
}

/** How many attempts failed, and of what kinds. */
export function countFailures({ transientErrors, permanentErrors, quotaErrors }: Figures): {
  count: number;
  detail: string;
} {
  const kinds = [
    [transientErrors, 'tried again'],
    [permanentErrors, 'refused'],
    [quotaErrors, 'out of quota'],
  ] as const;
  const named = kinds.filter(([count]) => count > 0);
  return {
    count: transientErrors + permanentErrors + quotaErrors,
    detail: named.map(([count, words]) => `${formatCount(count)} ${words}`).join(' · '),
  };
}

/** "340 ms", "2.4 s", "3 min"; "–" for what is not measured. */
export function formatLatency(ms: number | undefined): string {
  if (ms === undefined) return noValue;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${formatCount(Math.round(ms / 60_000))} min`;
}

/** An amount in its own currency, with enough digits for a fraction of a cent. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const digits = amount !== 0 && amount < 1 ? 4 : 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** Who answers, in a sentence: vendors first, the sandbox last. */
export function describeProviders(standings: readonly EngineStatus[]): string {
  const byProvider = new Map<string, string[]>();
  for (const { provider, label } of standings) {
    if (provider === undefined) continue;
    byProvider.set(provider, [...(byProvider.get(provider) ?? []), label]);
  }
  if (byProvider.size === 1 && byProvider.has('the sandbox')) {
    return 'The sandbox, whose market is fictional: no vendor’s key is set yet.';
  }
  const parts = [...byProvider]
    .toSorted(([a], [b]) => Number(a === 'the sandbox') - Number(b === 'the sandbox'))
    .map(([provider, labels]) => `${provider} for ${formatList(labels)}`);
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** The last 24 hours, in a sentence. */
export function describeRequests(standings: readonly EngineStatus[]): string {
  const sum = (value: (figures: Figures) => number) =>
    standings.reduce((total, { stats }) => total + value(stats), 0);
  const requests = sum((figures) => figures.requests);
  if (requests === 0) return 'Nothing was asked in the last 24 hours.';
  const failed = sum((figures) => figures.transientErrors + figures.permanentErrors + figures.quotaErrors);
  return `${formatPlural(requests, 'request')} in the last 24 hours; ${failed === 0 ? 'none' : formatCount(failed)} failed.`;
}
