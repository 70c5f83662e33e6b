import { getPageUrl } from '#lib/core/urls/page-url';
import type { UsageFilters, UsageParams } from '#lib/service/usage/usage-filters';

/** Builds the URL of the usage page with changed filters. Without `changes.before`, the ledger starts at its newest entry. */
export function buildUsageUrl(
  { period, from, to, by, kind }: UsageFilters,
  changes: Partial<UsageParams> = {},
): string {
  const days = (changes.period ?? period) === 'custom' ? { from, to } : {};
  return getPageUrl('/developers/usage', { period, ...days, by, kind, ...changes });
}
