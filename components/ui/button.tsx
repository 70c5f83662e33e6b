import { FileUp, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classes } from '#components/ui/classes';

const kinds = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-hairline bg-surface text-ink hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'border border-danger/40 bg-surface text-danger hover:bg-danger-soft',
} as const;
const sizes = {
  small: 'h-8 px-2.5 text-sm gap-1.5 rounded-md',
  medium: 'h-9 px-3.5 text-sm gap-2 rounded-lg',
  icon: 'size-8 justify-center rounded-md',
} as const;

interface Appearance {
  kind?: keyof typeof kinds;
  size?: keyof typeof sizes;
  /** Shown before the label. */
  Icon?: LucideIcon;
  className?: string | undefined;
}

function getButtonClasses({ kind = 'secondary', size = 'medium', className }: Appearance): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center whitespace-nowrap font-medium transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    kinds[kind],
    sizes[size],
    className,
  );
}

interface ButtonProps extends Appearance, Omit<ComponentProps<'button'>, 'className'> {
  /** Whether the action is running. Disables the button and sets `aria-busy`. */
  busy?: boolean;
}

export function Button({ kind, size, Icon, className, busy, disabled, children, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      className={getButtonClasses({ kind, size, className })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...button}
    >
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  kind,
  size,
  Icon,
  className,
  children,
  ...link
}: Appearance & Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link className={getButtonClasses({ kind, size, className })} {...link}>
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </Link>
  );
}

/** A file input that looks like a button; `children` is its label. */
export function FileButton({
  className = 'inline-flex h-8 gap-1.5 rounded-md bg-surface px-2.5',
  children,
  ...input
}: ComponentProps<'input'>) {
  return (
    <label
      htmlFor={input.id}
      className={classes(
        'cursor-pointer items-center border font-medium hover:bg-sunken has-disabled:cursor-not-allowed has-disabled:opacity-55',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      <FileUp className="size-4" aria-hidden />
      {children}
      <input type="file" className="sr-only" {...input} />
    </label>
  );
}
