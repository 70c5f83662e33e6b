import type { ComponentProps } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { Button } from '#components/ui/button';

interface ManageButtonProps extends ComponentProps<typeof Button> {
  canManage: boolean;
}

/** A button that is disabled, with the reason, for members who can't change alerts. */
export function ManageButton({ canManage, ...button }: ManageButtonProps) {
  if (canManage) return <Button {...button} />;
  const { Icon, kind, size, className, children } = button;
  return (
    <DeniedButton
      permission="alerts.manage"
      kind={kind}
      size={size}
      className={className}
      {...(Icon && { Icon })}
    >
      {children}
    </DeniedButton>
  );
}
