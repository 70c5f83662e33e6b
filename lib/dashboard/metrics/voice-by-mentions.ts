import type { TrackedBrand } from '#lib/core/figure';
import { type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/metrics/ask';
import { unbrandedOnly } from '#lib/dashboard/metrics/condition-scope';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { type Market, readMarket } from '#lib/dashboard/metrics/read-market';
import { isNow, rollupInScope, scopeValues } from '#lib/dashboard/metrics/scope';
import type { Context } from '#lib/database/context';

/** The variant of share of voice by mention counts: an answer that names a brand thrice counts thrice. */
export interface VoiceByMentions {
  brand: TrackedBrand;
  /** Mentions of the brand ÷ mentions of all tracked brands; null without competitors or mentions. */
  share: Rate;
}

const text = `
SELECT brand_id, sum(mentions)::int AS mentions FROM daily_brands
WHERE ${rollupInScope} AND ${isNow} AND mentioned > 0 AND ${unbrandedOnly('$13')} GROUP BY brand_id`;

/** How the mentions of the period divide over the tracked brands, in the order of the brands. */
export function voiceByMentions(context: Context, filters: MetricFilters): Promise<VoiceByMentions[]> {
  return ask(context, async (scope) => readVoiceByMentions(scope, filters, await readMarket(scope, filters)));
}

/** The same in a transaction already scoped. */
export async function readVoiceByMentions(
  { connection, organizationId }: Context,
  filters: MetricFilters,
  { brands }: Market,
): Promise<VoiceByMentions[]> {
  const { rows } = await connection.query<{ brand_id: string; mentions: number }>({
    name: 'metrics-voice-by-mentions',
    text,
    values: [...scopeValues(organizationId, filters), filters.branded === 'without'],
  });
  const mentionsOf = new Map(rows.map(({ brand_id, mentions }) => [brand_id, mentions]));
  const counted = brands.length < 2 ? [] : brands;
  const all = counted.reduce((sum, { id }) => sum + (mentionsOf.get(id) ?? 0), 0);
  return counted.map(({ id, name, role, hue }) => ({
    brand: { id, name, role, hue },
    share: wilson(mentionsOf.get(id) ?? 0, all),
  }));
}
