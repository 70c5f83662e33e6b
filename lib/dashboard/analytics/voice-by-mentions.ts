import type { TrackedBrand } from '#lib/core/figure';
import { type Rate, wilson } from '#lib/core/rate';
import type { PromptEngine } from '#lib/dashboard/analytics/prompt-engines';
import type { Market } from '#lib/dashboard/analytics/read-market';

/** The variant of share of voice by mention counts: an answer that names a brand thrice counts thrice. */
export interface VoiceByMentions {
  brand: TrackedBrand;
  /** Mentions of the brand ÷ mentions of all tracked brands; null without competitors or mentions. */
  share: Rate;
}

/**
 * How the mentions of the period divide over the tracked brands, in the order of the brands.
 * @param leftOut ids of prompts that do not count for share of voice
 */
export function voiceByMentionsOf(
  { brands }: Market,
  pairs: readonly PromptEngine[],
  leftOut: ReadonlySet<string>,
): VoiceByMentions[] {
  const counted = pairs.filter(({ promptId }) => !leftOut.has(promptId));
  const mentionsOf = (id: string) =>
    counted.reduce((sum, { brands }) => sum + (brands.get(id)?.mentions ?? 0), 0);
  const shown = brands.length < 2 ? [] : brands;
  const all = shown.reduce((sum, { id }) => sum + mentionsOf(id), 0);
  return shown.map(({ id, name, role, hue }) => ({
    brand: { id, name, role, hue },
    share: wilson(mentionsOf(id), all),
  }));
}
