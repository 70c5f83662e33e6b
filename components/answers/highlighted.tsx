import { BrandMark } from '#components/answers/brand-mark';
import type { SpanFacts } from '#components/answers/facts';
import type { TrackedBrand } from '#lib/core/figure';
import { highlight } from '#lib/format/highlight';

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
    return (
      <BrandMark key={key} brand={brand} rank={mentions.find(({ brandId }) => brandId === brand.id)?.rank}>
        {segment.text}
      </BrandMark>
    );
  });
}
