import type { ReactNode } from 'react';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';

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
