import { Fragment } from 'react';
import { Chip } from '#components/ui/chip';
import { getBrandColor } from '#lib/charts/chart-spec';
import type { TrackedBrand } from '#lib/core/metric';
import { capitalize } from '#lib/core/text';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';

/** A domain that can wrap after its dots. */
export function DomainName({ domain }: { domain: string }) {
  return toUnicodeHost(domain)
    .split('.')
    .map((label, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the labels of a domain never change order
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

/** The owner of a domain, or its type. */
export function DomainType({ type, owner }: DomainTypeProps) {
  if (!owner) return <Chip>{capitalize(type)}</Chip>;
  return (
    <span className="inline-flex items-center gap-2 text-xs whitespace-nowrap">
      <BrandSwatch color={getBrandColor(owner.colorIndex)} />
      {owner.role === 'own' ? 'Own' : owner.name}
    </span>
  );
}

/** The color of a brand, shown before its name. */
export function BrandSwatch({ color }: { color: string }) {
  return <span aria-hidden className="size-[0.7em] shrink-0 rounded-[0.2em]" style={{ background: color }} />;
}
