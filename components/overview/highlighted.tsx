import type { SpanFacts } from '#components/overview/facts';
import { brandColour } from '#lib/charts/brand-colour';
import { highlight } from '#lib/charts/highlight';
import type { TrackedBrand } from '#lib/core/figure';

interface HighlightedProps {
  text: string;
  mentions: readonly SpanFacts[];
  brands: readonly TrackedBrand[];
}

/** A text with every mention of a tracked brand marked in its colour; the spans come from the answer. */
export function Highlighted({ text, mentions, brands }: HighlightedProps) {
  let at = 0;
  return highlight(text, mentions).map((segment) => {
    const key = at;
    at += segment.text.length;
    const brand = brands.find(({ id }) => id === segment.brandId);
    if (!brand) return segment.text;
    const colour = brandColour(brand.hue);
    return (
      <mark
        key={key}
        title={brand.name}
        className="rounded-[3px] px-0.5 font-medium text-ink"
        style={{
          background: `color-mix(in oklab, ${colour} 16%, transparent)`,
          boxShadow: `inset 0 -1.5px 0 ${colour}`,
        }}
      >
        {segment.text}
      </mark>
    );
  });
}
