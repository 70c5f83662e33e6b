import type { ReactNode } from 'react';
import { highlightMentions } from '#components/answers/highlight';
import { BrandSwatch } from '#components/ui/domain';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { TrackedBrand } from '#lib/core/metric';
import type { MentionSpans } from '#lib/dashboard/analytics/answers/list-answers';

interface BrandMarkProps {
  brand: TrackedBrand;
  /** The brand's rank in the answer, if known; null if the answer advises against it. */
  rank: number | null | undefined;
  children: ReactNode;
}

/** A mention highlighted in the color of its brand. */
export function BrandMark({ brand, rank, children }: BrandMarkProps) {
  const color = getBrandColor(brand.colorIndex);
  return (
    <mark
      title={describeRank(brand.name, rank)}
      className="rounded-[3px] px-0.5 font-medium text-ink"
      style={{
        background: `color-mix(in oklab, ${color} 16%, transparent)`,
        boxShadow: `inset 0 -1.5px 0 ${color}`,
      }}
    >
      {children}
    </mark>
  );
}

function describeRank(name: string, rank: number | null | undefined): string {
  if (rank === undefined) return name;
  return rank === null ? `${name}, advised against` : `${name}, position ${rank}`;
}

interface HighlightedTextProps {
  text: string;
  mentions: readonly MentionSpans[];
  brands: readonly TrackedBrand[];
}

/** Text with every mention of a tracked brand highlighted. */
export function HighlightedText({ text, mentions, brands }: HighlightedTextProps) {
  let offset = 0;
  return highlightMentions(text, mentions).map((part) => {
    const key = offset;
    offset += part.text.length;
    const brand = brands.find(({ id }) => id === part.brandId);
    if (!brand) return part.text;
    return (
      <BrandMark key={key} brand={brand} rank={mentions.find(({ brandId }) => brandId === brand.id)?.rank}>
        {part.text}
      </BrandMark>
    );
  });
}

interface BrandRanksProps {
  ranks: readonly { brandId: string; rank: number | null }[];
  brands: readonly TrackedBrand[];
  /** Maximum number of brands to show. The others are counted: “and N more”. */
  maxShown?: number;
}

/** The brands mentioned in an answer, by rank. */
export function BrandRanks({ ranks, brands, maxShown = ranks.length }: BrandRanksProps) {
  const mentioned = ranks.flatMap(({ brandId, rank }) => {
    const brand = brands.find(({ id }) => id === brandId);
    return brand ? [{ brand, rank }] : [];
  });
  if (mentioned.length === 0) return <span className="text-xs text-muted">No tracked brand mentioned</span>;
  const hidden = mentioned.length - maxShown;
  return (
    <ol aria-label="Brands mentioned" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {mentioned.slice(0, maxShown).map(({ brand, rank }) => (
        <li key={brand.id} className="inline-flex items-center gap-1.5 whitespace-nowrap text-xs">
          <BrandSwatch color={getBrandColor(brand.colorIndex)} />
          <span className="text-muted">{rank ?? 'advised against:'}</span>
          <span className={brand.role === 'own' ? 'font-semibold' : undefined}>{brand.name}</span>
        </li>
      ))}
      {hidden > 0 ? <li className="text-xs text-muted">and {hidden} more</li> : null}
    </ol>
  );
}
