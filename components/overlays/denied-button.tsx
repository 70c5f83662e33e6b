import { type ComponentProps, type ReactNode, useId } from 'react';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import { explainPermission, type Permission } from '#lib/core/permissions';

interface DeniedButtonProps
  extends Pick<ComponentProps<typeof Button>, 'Icon' | 'kind' | 'size' | 'className'> {
  /** The permission that the member lacks. */
  permission: Permission;
  /** Why the button is disabled, if the role is not the reason. */
  reason?: string | null;
  children: ReactNode;
}

/**
 * A button that the member's role does not allow. Unlike a disabled button, it can be focused and pressed, which shows
 * the reason.
 */
export function DeniedButton({ permission, reason, className, children, ...button }: DeniedButtonProps) {
  const id = useId();
  const text = reason ?? explainPermission(permission);
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
            title={text}
            data-print="hide"
            className={classes('cursor-not-allowed opacity-55', className)}
          >
            {children}
          </Button>
        }
      >
        <p>{text}</p>
      </Popover>
      <span id={id} hidden>
        {text}
      </span>
    </>
  );
}
