'use client';

import { classes } from '#components/ui/classes';

interface BrandLegendProps {
  brands: readonly { id: string; name: string; colour: string; own: boolean; figure?: string }[];
  raised: string | null;
  onRaise: (id: string | null) => void;
  className?: string;
}

/** The brands of a chart; hover or focus raises one and fades the others. */
export function BrandLegend({ brands, raised, onRaise, className }: BrandLegendProps) {
  return (
    <ul className={classes('flex flex-wrap gap-x-1 gap-y-0.5', className)}>
      {brands.map(({ id, name, colour, own, figure }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={raised === id}
            onPointerEnter={() => onRaise(id)}
            onPointerLeave={() => onRaise(null)}
            onFocus={() => onRaise(id)}
            onBlur={() => onRaise(null)}
            className={classes(
              'flex h-7 items-center gap-2 rounded-md px-2 text-xs transition-opacity duration-150',
              own ? 'font-semibold text-ink' : 'text-muted',
              raised !== null && raised !== id && 'opacity-45',
            )}
          >
            <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: colour }} />
            {name}
            {figure ? <span className="font-medium text-ink">{figure}</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
