'use client';

import { useFilters } from '#components/filters/filter-context';
import { brandedOptions, dimensions, type FilterMenuOptions } from '#components/filters/filter-options';
import { RemovableChip } from '#components/ui/chip';

/** The active filters, each with a button that removes it. */
export function FilterChips({ options }: { options: FilterMenuOptions }) {
  const filters = useFilters();
  if (!filters?.any) return null;
  const branded = brandedOptions.find(({ value }) => value === filters.branded);
  const brand = options.brands.find(({ value }) => value === filters.brand);
  return (
    <ul
      aria-label="Active filters"
      className="fades-where-cut flex w-full items-center gap-1.5 max-md:overflow-x-auto md:flex-wrap max-md:*:shrink-0"
    >
      {brand ? (
        <li>
          <RemovableChip label={`metrics of ${brand.label}`} onRemove={() => filters.setBrand(null)}>
            Metrics of {brand.label}
          </RemovableChip>
        </li>
      ) : null}
      {dimensions.flatMap(({ key, plural, label }) =>
        filters.chosen[key].map((value) => {
          const name = options[plural].find((option) => option.value === value)?.label;
          return (
            <li key={`${key}:${value}`} className="max-w-full">
              <RemovableChip
                label={`${label} ${name ?? value}`}
                onRemove={() =>
                  filters.setChosen(
                    key,
                    filters.chosen[key].filter((one) => one !== value),
                  )
                }
              >
                <span className="max-w-64 truncate">{name ?? (key === 'prompt' ? 'A prompt' : value)}</span>
              </RemovableChip>
            </li>
          );
        }),
      )}
      {branded && branded.value !== 'without' ? (
        <li>
          <RemovableChip label="branded prompts" onRemove={() => filters.setBranded('without')}>
            {branded.value === 'only' ? 'Only branded prompts' : 'Branded prompts included'}
          </RemovableChip>
        </li>
      ) : null}
      <li>
        <button
          type="button"
          onClick={filters.clear}
          className="h-7 rounded-md px-2 text-xs font-medium text-muted hover:text-ink"
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
