import type { ComponentProps } from 'react';
import { type Deniable, DeniedButton, getButtonClasses } from '#components/ui/button';
import { Link } from '#components/ui/link';

type LinkButtonProps = Deniable & Omit<ComponentProps<typeof Link>, 'className'>;

/** A link that looks like a button. With a denial, it is a disabled button that shows the reason. */
export function LinkButton({ denial, ...props }: LinkButtonProps) {
  const { kind, size, Icon, className, children, ...link } = props;
  if (typeof denial === 'string') {
    return (
      <DeniedButton {...{ kind, size, Icon, className }} reason={denial} aria-label={link['aria-label']}>
        {children}
      </DeniedButton>
    );
  }
  return (
    <Link className={getButtonClasses({ kind, size, className })} {...link}>
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </Link>
  );
}
