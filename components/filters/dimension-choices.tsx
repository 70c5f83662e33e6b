'use client';

import type { FilterState } from '#components/filters/filter-context';
import { brandedOptions, dimensions, type FilterMenuOptions } from '#components/filters/filter-options';
import { Checkbox } from '#components/ui/checkbox';
import { Select } from '#components/ui/select';

/** All filters except dates. */
export function DimensionChoices({ filters, options }: { filters: FilterState; options: FilterMenuOptions }) {
  const own = options.brands[0]?.value;
  return (
    <div className="flex flex-col gap-5">
      {own && options.brands.length > 1 ? (
        <Select
          label="Metrics of"
          options={options.brands}
          value={filters.brand ?? own}
          onChange={(brand) => filters.setBrand(brand === own ? null : brand)}
        />
      ) : null}
      {dimensions.map(({ key, plural, heading }) => {
        const choices = options[plural];
        const chosen = filters.chosen[key];
        if (choices.length === 0) return null;
        return (
          <fieldset key={key}>
            <legend className="mb-1 text-xs font-medium text-muted">{heading}</legend>
            <div className={key === 'prompt' ? undefined : 'grid grid-cols-2 gap-x-4'}>
              {choices.map((option) => (
                <Checkbox
                  key={option.value}
                  label={option.label}
                  checked={chosen.includes(option.value)}
                  onChange={(checked) =>
                    filters.setChosen(
                      key,
                      checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        );
      })}
      <Select
        label="Branded prompts"
        options={brandedOptions}
        value={filters.branded}
        onChange={filters.setBranded}
      />
    </div>
  );
}
