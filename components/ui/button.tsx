import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classes } from '#components/ui/classes';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-hairline bg-surface text-ink hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'border border-danger/40 bg-surface text-danger hover:bg-danger-soft',
};
const sizes = {
  small: 'h-8 px-2.5 text-sm gap-1.5 rounded-md',
  medium: 'h-9 px-3.5 text-sm gap-2 rounded-lg',
  icon: 'size-8 justify-center rounded-md',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind;
  size?: keyof typeof sizes;
  /** Draws the only child (a link) as this button. */
  asChild?: boolean;
  /** Work is going on: it cannot be pressed again, and says so. */
  busy?: boolean;
}

export function Button({
  kind = 'secondary',
  size = 'medium',
  asChild,
  busy,
  className,
  disabled,
  type,
  ...rest
}: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button';
  return (
    <Element
      className={classes(
        'inline-flex shrink-0 items-center justify-center whitespace-nowrap font-medium transition-colors duration-150',
        'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
        kinds[kind],
        sizes[size],
        className,
      )}
      disabled={asChild ? undefined : disabled || busy}
      aria-busy={busy || undefined}
      type={asChild ? undefined : (type ?? 'button')}
      {...rest}
    />
  );
}
