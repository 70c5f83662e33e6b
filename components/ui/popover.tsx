'use client';

import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Names the floating panel for assistive technology. */
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

export function Popover({
  trigger,
  label,
  children,
  align = 'start',
  open,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classes(
            'floats z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-lg border border-hairline bg-surface p-3 shadow-float',
            className ?? 'w-72',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
