import type { ReactNode } from 'react';
import { brandColour } from '#components/charts/series';
import type { SpanFacts } from '#components/overview/facts';
import type { TrackedBrand } from '#lib/core/figure';

interface HighlightedProps {
  text: string;
  mentions: readonly SpanFacts[];
  brands: readonly TrackedBrand[];
}

/** A text with every mention of a tracked brand marked in its colour; the spans come from the answer. */
export function Highlighted({ text, mentions, brands }: HighlightedProps) {
  const marks = mentions
    .flatMap(({ brandId, spans }) => {
      const brand = brands.find(({ id }) => id === brandId);
      return spans.flatMap((start, index) => {
        const end = spans[index + 1];
        return brand && index % 2 === 0 && end !== undefined ? [{ start, end, brand }] : [];
      });
    })
    .sort((a, b) => a.start - b.start);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, brand } of marks) {
    if (start < at) continue;
    parts.push(
      text.slice(at, start),
      <mark
        key={start}
        title={brand.name}
        className="rounded-[3px] px-0.5 font-medium text-ink"
        style={{
          background: `color-mix(in oklab, ${brandColour(brand.hue)} 16%, transparent)`,
          boxShadow: `inset 0 -1.5px 0 ${brandColour(brand.hue)}`,
        }}
      >
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
