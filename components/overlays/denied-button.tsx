import { type ComponentProps, type ReactNode, useId } from 'react';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';

interface DeniedButtonProps
  extends Pick<ComponentProps<typeof Button>, 'Icon' | 'kind' | 'size' | 'className'> {
  /** Why the member can't use the button. */
  reason: string;
  children: ReactNode;
}

/**
 * A button that the member can't use. Unlike a disabled button, it can be focused and pressed, which shows
 * the reason.
 */
export function DeniedButton({ reason, className, children, ...button }: DeniedButtonProps) {
  const id = useId();
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
