import { Fragment } from 'react';
import { Chip } from '#components/ui/chip';
import { getBrandColor } from '#lib/charts/colors';
import type { TrackedBrand } from '#lib/core/metric';
import { formatDomainType } from '#lib/format/labels';

/** A domain that breaks after its dots where it has no room; after its hyphens any text does. */
export function DomainName({ domain }: { domain: string }) {
  return domain.split('.').map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a domain never change places
    <Fragment key={index}>
      {index > 0 ? (
        <>
          .<wbr />
        </>
      ) : null}
      {label}
    </Fragment>
  ));
}

interface DomainTypeProps {
  type: string;
  owner: TrackedBrand | undefined;
}

/** What kind of site a domain is: whose it is, or its type. */
export function DomainType({ type, owner }: DomainTypeProps) {
  if (!owner) return <Chip>{formatDomainType(type)}</Chip>;
  return (
    <span className="inline-flex items-center gap-2 text-xs whitespace-nowrap">
      <BrandSwatch color={getBrandColor(owner.colorIndex)} />
      {owner.role === 'own' ? 'Own' : owner.name}
    </span>
  );
}

/** The color of a brand, before its name. */
export function BrandSwatch({ color }: { color: string }) {
  return <span aria-hidden className="size-[0.7em] shrink-0 rounded-[0.2em]" style={{ background: color }} />;
}
