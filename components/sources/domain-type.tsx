import { Chip } from '#components/ui/chip';
import { Swatch } from '#components/ui/swatch';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';
import { siteType } from '#lib/format/site-type';

interface DomainTypeProps {
  type: string;
  owner: TrackedBrand | undefined;
}

/** What kind of site a domain is: whose it is, or its type. */
export function DomainType({ type, owner }: DomainTypeProps) {
  if (!owner) return <Chip>{siteType(type)}</Chip>;
  return (
    <span className="inline-flex items-center gap-2 text-xs whitespace-nowrap">
      <Swatch colour={brandColour(owner.hue)} />
      {owner.role === 'own' ? 'Own' : owner.name}
    </span>
  );
}
