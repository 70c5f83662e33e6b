'use client';

import type { ReactNode } from 'react';
import { useFilters } from '#components/filters/filter-context';
import { classes } from '#components/ui/classes';
import type { TrackedBrand } from '#lib/core/figure';

/** A brand that the whole page turns to when its row is pressed, and back to the own one when pressed again. */
export function BrandButton({ brand, children }: { brand: TrackedBrand; children: ReactNode }) {
  const filters = useFilters();
  if (!filters) return children;
  const own = brand.role === 'own';
  const pressed = own ? filters.brand === null : filters.brand === brand.id;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={pressed ? undefined : `Show the figures of ${brand.name}`}
      onClick={() => filters.setBrand(own || pressed ? null : brand.id)}
      className={classes(
        'min-h-6 min-w-0 text-left after:absolute after:inset-0 hover:text-accent-strong',
        pressed && 'font-semibold',
      )}
    >
      {children}
    </button>
  );
}
