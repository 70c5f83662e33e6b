'use client';

import { Command } from 'cmdk';
import { Check, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { RemovableChip } from '#components/ui/chip';
import { inputClasses } from '#components/ui/classes';
import { countryCodes } from '#lib/contract/countries';
import { formatCountry } from '#lib/contract/country-names';

interface CountryPickerProps {
  label: string;
  selected: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Chooses countries by name; the selected ones are chips. */
export function CountryPicker({ label, selected, onChange }: CountryPickerProps) {
  const options = useMemo(() => {
    return countryCodes
      .map((code) => ({ code, name: formatCountry(code) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }, []);
  const getName = (code: string) => options.find((option) => option.code === code)?.name ?? code;
  const toggle = (code: string) =>
    onChange(selected.includes(code) ? selected.filter((other) => other !== code) : [...selected, code]);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {selected.map((code) => (
        <RemovableChip key={code} kind="country" label={getName(code)} onRemove={() => toggle(code)}>
          {getName(code)}
        </RemovableChip>
      ))}
      <Popover
        label={label}
        className="w-72"
        trigger={
          <Button Icon={Plus} size="small">
            Add country
          </Button>
        }
      >
        <Command label={label} className="flex flex-col gap-2">
          <Command.Input placeholder="Search countries" className={`${inputClasses} h-9`} />
          <Command.List className="max-h-64 overflow-y-auto">
            <Command.Empty className="px-2 py-3 text-muted">No matching countries.</Command.Empty>
            {options.map(({ code, name }) => (
              <Command.Item
                key={code}
                value={`${name} ${code}`}
                onSelect={() => toggle(code)}
                className="flex h-8 cursor-pointer items-center justify-between rounded-sm px-2 data-[selected=true]:bg-sunken"
              >
                <span className="truncate">{name}</span>
                {selected.includes(code) ? (
                  <Check className="size-4 text-accent" aria-label="selected" />
                ) : (
                  <span className="text-xs text-faint">{code}</span>
                )}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </Popover>
    </div>
  );
}
