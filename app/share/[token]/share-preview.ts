import { formatPeriod } from '#lib/core/dates';
import { joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPercent } from '#lib/core/numbers';
import type { HeadlineData } from '#lib/dashboard/analytics/overview/overview';
import { noAnswers, type OverviewSummaryInput, summarizeOverview } from '#lib/format/summary-sentences';

/** What chat apps and social networks show for a share link. */
export interface SharePreview {
  title: string;
  description: string;
  image: {
    title: string;
    /** The headline number; null without answers, and for a locked link. */
    value: string | null;
    lines: string[];
    /** The text of the image for people who do not see it. */
    alt: string;
  };
}

/** The preview of a locked link, which reveals nothing about its report. */
export const lockedSharePreview: SharePreview = {
  title: 'Shared report',
  description: 'Open the link to see the report.',
  image: {
    title: 'Shared report',
    value: null,
    lines: ['Open the link to see it.'],
    alt: 'Shared report. Open the link to see it.',
  },
};

const messages = defineMessages({
  mentioned: 'of {answers, plural, one {# AI answer mentions} other {# AI answers mention}} {brand}',
  result: '{share} of {answers, plural, one {# AI answer mentions} other {# AI answers mention}} {brand}.',
});

const fictional = 'Fictional data (sandbox)';
const partlyFictional = 'Partly fictional (sandbox)';

/** Composes the preview of an open link to a report with the given name. */
export function composeSharePreview(
  name: string,
  headline: OverviewSummaryInput & Pick<HeadlineData, 'isFictional' | 'fictional'>,
): SharePreview {
  const { answers, brand, visibility, periods } = headline;
  const value = visibility.value === null ? null : formatPercent(visibility.value);
  const origin = describeOrigin(headline);
  const summary = summarizeOverview(headline);
  const describeResult = (brandName: string) =>
    value === null ? noAnswers : messages.mentioned({ answers, brand: brandName });
  const notes = [formatPeriod(periods.current), ...(origin ? [origin] : [])];
  const result = value === null ? noAnswers : messages.result({ share: value, answers, brand: brand.name });
  return {
    title: name,
    description: origin ? `${summary} ${origin}.` : summary,
    image: {
      title: toImageText(name) ?? 'Report',
      value: value && (toImageText(value) ?? value),
      lines: [describeResult(toImageText(brand.name) ?? 'the brand'), ...notes].flatMap(
        (line) => toImageText(line) ?? [],
      ),
      alt: joinSentences([`${name}.`, result, ...notes.map((note) => `${note}.`)]),
    },
  };
}

function describeOrigin({
  answers,
  isFictional,
  fictional: counts,
}: Pick<HeadlineData, 'answers' | 'isFictional' | 'fictional'>): string | undefined {
  if (isFictional) return answers > 0 ? fictional : undefined;
  return counts && counts.count > 0 ? partlyFictional : undefined;
}

/**
 * Characters that are missing in the font that Next.js draws images with (Geist), which has Latin with Vietnamese,
 * Cyrillic, and punctuation. For missing characters, it would request fonts from another host.
 */
const missingCharacters =
  /[^ -~\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u0218-\u021b\u0400-\u045f\u1ea0-\u1ef9‘’‚“”„–—•…‹›€]/gu;

/**
 * Returns a text without characters that images cannot show, such as emoji; undefined if letters would be missing. The
 * narrow space that groups digits in some locales becomes a no-break space.
 */
function toImageText(text: string): string | undefined {
  const normalized = text.normalize('NFC').replaceAll('\u202f', '\u00a0');
  const missing = normalized.match(missingCharacters) ?? [];
  if (missing.some((character) => /[\p{L}\p{M}\p{N}]/u.test(character) && character !== '\ufe0f'))
    return undefined;
  return normalized.replaceAll(missingCharacters, '').replaceAll(/ {2,}/g, ' ').trim() || undefined;
}
