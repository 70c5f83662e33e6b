'use client';

import type { ReactNode } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { NotOpened } from '#components/ui/not-opened';
import { Opener, useOpening } from '#components/ui/opener';

const PopoverPanel = loadOnceBegun(
  async () => (await import('#components/ui/popover-panel')).PopoverPanel,
  NotOpened,
);

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

export function Popover({ trigger, open, onOpenChange, ...panel }: PopoverProps) {
  const opening = useOpening(open, onOpenChange);
  return (
    <Opener opening={opening} opens="dialog" trigger={trigger}>
      <PopoverPanel opening={opening} {...panel} />
    </Opener>
  );
}
