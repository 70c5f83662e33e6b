import type { ReactNode } from 'react';
import { Swatch } from '#components/ui/domain';
import { brandColour } from '#lib/charts/colors';
import type { TrackedBrand } from '#lib/core/metric';
import type { MentionSpans } from '#lib/dashboard/analytics/excerpt';
import { highlight } from '#lib/format/highlight';

interface BrandMarkProps {
  brand: TrackedBrand;
  /** Its rank in the answer, where it is known. */
  rank: number | undefined;
  children: ReactNode;
}

/** A mention of a tracked brand, marked in the brand's colour. */
export function BrandMark({ brand, rank, children }: BrandMarkProps) {
  const colour = brandColour(brand.hue);
  return (
    <mark
      title={rank === undefined ? brand.name : `${brand.name}, place ${rank}`}
      className="rounded-[3px] px-0.5 font-medium text-ink"
      style={{
        background: `color-mix(in oklab, ${colour} 16%, transparent)`,
        boxShadow: `inset 0 -1.5px 0 ${colour}`,
      }}
    >
      {children}
    </mark>
  );
}

interface HighlightedProps {
  text: string;
  mentions: readonly MentionSpans[];
  brands: readonly TrackedBrand[];
}

/** A text with every mention of a tracked brand marked in its colour; the spans come from the answer. */
export function HighlightedText({ text, mentions, brands }: HighlightedProps) {
  let at = 0;
  return highlight(text, mentions).map((segment) => {
    const key = at;
    at += segment.text.length;
    const brand = brands.find(({ id }) => id === segment.brandId);
    if (!brand) return segment.text;
    return (
      <BrandMark key={key} brand={brand} rank={mentions.find(({ brandId }) => brandId === brand.id)?.rank}>
        {segment.text}
      </BrandMark>
    );
  });
}

interface BrandRanksProps {
  ranks: readonly { brandId: string; rank: number }[];
  brands: readonly TrackedBrand[];
  /** How many to name; the others are counted. */
  most?: number;
}

/** The brands an answer names, in the order of their first mention, each with its place. */
export function BrandRanks({ ranks, brands, most = ranks.length }: BrandRanksProps) {
  const named = ranks.flatMap(({ brandId, rank }) => {
    const brand = brands.find(({ id }) => id === brandId);
    return brand ? [{ brand, rank }] : [];
  });
  if (named.length === 0) return <span className="text-xs text-muted">no tracked brand</span>;
  const hidden = named.length - most;
  return (
    <ol aria-label="Brands named" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {named.slice(0, most).map(({ brand, rank }) => (
        <li key={brand.id} className="inline-flex items-center gap-1.5 whitespace-nowrap text-xs">
          <Swatch colour={brandColour(brand.hue)} />
          <span className="text-muted">{rank}</span>
          <span className={brand.role === 'own' ? 'font-semibold' : undefined}>{brand.name}</span>
        </li>
      ))}
      {hidden > 0 ? <li className="text-xs text-muted">and {hidden} more</li> : null}
    </ol>
  );
}
