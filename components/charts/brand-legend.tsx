'use client';

import { classes } from '#components/ui/classes';

interface BrandLegendProps {
  brands: readonly { id: string; name: string; color: string; own: boolean; value?: string | undefined }[];
  raisedId: string | null;
  onRaise: (id: string | null) => void;
  className?: string;
}

/** The brands of a chart; hover or focus raises one and fades the others. */
export function BrandLegend({ brands, raisedId, onRaise, className }: BrandLegendProps) {
  return (
    <ul className={classes('flex flex-wrap gap-x-1 gap-y-0.5', className)}>
      {brands.map(({ id, name, color, own, value }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={raisedId === id}
            onPointerEnter={() => onRaise(id)}
            onPointerLeave={() => onRaise(null)}
            onFocus={() => onRaise(id)}
            onBlur={() => onRaise(null)}
            className={classes(
              'flex h-7 items-center gap-2 rounded-md px-2 text-xs transition-opacity duration-150',
              own ? 'font-semibold text-ink' : 'text-muted',
              raisedId !== null && raisedId !== id && 'opacity-45',
            )}
          >
            <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: color }} />
            {name}
            {value ? <span className="font-medium text-ink">{value}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
