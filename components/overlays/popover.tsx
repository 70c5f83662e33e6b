'use client';

import type { ReactNode } from 'react';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';

const PopoverPanel = loadOnFirstInteraction(
  async () => (await import('#components/overlays/panels')).PopoverPanel,
  PanelFailed,
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
  const disclosure = useDisclosure(open, onOpenChange);
  return (
    <LazyTrigger disclosure={disclosure} opens="dialog" trigger={trigger}>
      <PopoverPanel disclosure={disclosure} {...panel} />
    </LazyTrigger>
  );
}
