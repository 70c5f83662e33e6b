'use client';

import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Keeps the label for assistive technology only (the selection column of a table). */
  labelHidden?: boolean;
}

export function Checkbox({ label, checked, onChange, labelHidden }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        className="flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border border-control bg-surface transition-colors duration-150 hover:border-muted data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Indicator className="text-on-accent">
          <Check className="size-3.5" strokeWidth={3} aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'flex-1 cursor-pointer py-1'}>
        {label}
      </label>
    </div>
  );
}
