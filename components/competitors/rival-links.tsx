import Link from 'next/link';
import { type CompetitorsPlace, rivalAddress } from '#components/competitors/facts';
import { classes } from '#components/ui/classes';
import { Swatch } from '#components/ui/swatch';
import { brandColour } from '#lib/charts/brand-colour';
import type { TrackedBrand } from '#lib/core/figure';

interface RivalLinksProps {
  place: CompetitorsPlace;
  rivals: readonly TrackedBrand[];
  current: string;
}

/** Which competitor stands opposite. */
export function RivalLinks({ place, rivals, current }: RivalLinksProps) {
  return (
    <nav aria-label="Competitor opposite" data-print="hide" className="-ml-2.5 mb-3 flex flex-wrap gap-1">
      {rivals.map(({ id, name, hue }) => (
        <Link
          key={id}
          href={rivalAddress(place, id)}
          scroll={false}
          aria-current={id === current ? 'true' : undefined}
          className={classes(
            'flex h-8 items-center gap-2 rounded-md px-2.5 hover:bg-sunken',
            id === current ? 'bg-sunken font-semibold' : 'text-muted',
          )}
        >
          <Swatch colour={brandColour(hue)} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
