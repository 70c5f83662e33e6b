import type { ComponentProps } from 'react';
import { DeniedButton } from '#components/overlays/denied-button';
import { Button } from '#components/ui/button';

interface ManageButtonProps extends ComponentProps<typeof Button> {
  /** Reason why the member can't change alerts; null if they can. */
  denial: string | null;
}

/** A button that is disabled, with the reason, for members who can't change alerts. */
export function ManageButton({ denial, ...button }: ManageButtonProps) {
  if (denial === null) return <Button {...button} />;
  const { Icon, kind, size, className, children } = button;
  return (
    <DeniedButton reason={denial} kind={kind} size={size} className={className} {...(Icon && { Icon })}>
      {children}
    </DeniedButton>
  );
}
