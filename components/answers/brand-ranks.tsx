import { Swatch } from '#components/ui/swatch';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';

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
