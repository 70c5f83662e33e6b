'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import { explainPermission, type Permission } from '#lib/core/permissions';

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

interface DeniedButtonProps
  extends Pick<ComponentProps<typeof Button>, 'Icon' | 'kind' | 'size' | 'className'> {
  /** The permission that the member lacks. */
  permission: Permission;
  children: ReactNode;
}

/**
 * A button that the member's role does not allow. It can be focused and pressed to read why, which a disabled one could
 * not.
 */
export function DeniedButton({ permission, className, children, ...button }: DeniedButtonProps) {
  const id = useId();
  const reason = explainPermission(permission);
  return (
    <>
      <Popover
        label="Why this isn’t available"
        className="w-72 max-w-[calc(100vw-1.5rem)]"
        trigger={
          <Button
            {...button}
            aria-disabled
            aria-describedby={id}
            title={reason}
            data-print="hide"
            className={classes('cursor-not-allowed opacity-55', className)}
          >
            {children}
          </Button>
        }
      >
        <p>{reason}</p>
      </Popover>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
