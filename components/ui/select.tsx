'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { useId } from 'react';
import { DeniedButton } from '#components/ui/button';
import { classes, inputClasses } from '#components/ui/classes';

export interface Option<V extends string = string> {
  value: V;
  label: string;
}

interface SelectProps<V extends string> {
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean;
  disabled?: boolean;
  /** Why the member can't change the value; null or undefined if they can. */
  denial?: string | null | undefined;
}

/** A select box for a few options. With a denial, it is a disabled button with the value, which shows the reason. */
export function Select<V extends string>({
  label,
  options,
  value,
  onChange,
  labelHidden,
  disabled,
  denial,
}: SelectProps<V>) {
  const id = useId();
  const select = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  if (typeof denial === 'string') {
    const selected = options.find((option) => option.value === value)?.label;
    return (
      <DeniedButton reason={denial} aria-label={`${label}: ${selected}`}>
        {selected}
      </DeniedButton>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <Radix.Root value={value} onValueChange={select} disabled={disabled}>
        <Radix.Trigger
          id={id}
          className={classes(inputClasses, 'flex h-9 items-center justify-between gap-2 text-left')}
        >
          <span className="truncate">
            <Radix.Value />
          </span>
          <Radix.Icon>
            <ChevronDown className="size-4 text-muted" aria-hidden />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            className="floats z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-hairline bg-surface p-1 shadow-float"
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  className="flex h-8 cursor-pointer items-center justify-between gap-4 rounded-sm px-2 outline-none data-highlighted:bg-sunken"
                >
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check className="size-4 text-accent" aria-hidden />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </div>
  );
}
