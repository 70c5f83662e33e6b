import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
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

export function getButtonClasses({ kind = 'secondary', size = 'medium', className }: Appearance): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center whitespace-nowrap font-medium transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    kinds[kind],
    sizes[size],
    className,
  );
}

export interface Deniable extends Appearance {
  /** Why the member can't use it; null or undefined if they can. */
  denial?: string | null | undefined;
}

interface ButtonProps extends Deniable, Omit<ComponentProps<'button'>, 'className'> {
  /** Whether the action is running. Disables the button and sets `aria-busy`. */
  busy?: boolean;
}

/** A button. With a denial, it is disabled and shows the reason instead. */
export function Button({ denial, busy, disabled, ...props }: ButtonProps) {
  if (typeof denial === 'string') return <DeniedButton {...props} reason={denial} />;
  const { kind, size, Icon, className, children, ...button } = props;
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

interface DeniedButtonProps extends Appearance, Pick<ComponentProps<'button'>, 'aria-label' | 'children'> {
  reason: string;
}

/**
 * A button that the member can't use. Unlike a disabled button, it can be focused and pressed, which shows the reason.
 * It ignores what the button would do, such as opening a dialog.
 */
export function DeniedButton({ reason, kind, size, Icon, className, children, ...props }: DeniedButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={getButtonClasses({
          kind,
          size,
          className: classes('cursor-not-allowed opacity-55', className),
        })}
        aria-label={props['aria-label']}
        aria-disabled
        aria-describedby={`${id}-reason`}
        aria-haspopup="dialog"
        popoverTarget={id}
        title={reason}
        data-print="hide"
      >
        {Icon ? <Icon aria-hidden /> : null}
        {children}
      </button>
      <span
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Why this isn’t available"
        className="floats below-invoker w-72 max-w-[calc(100vw-1.5rem)] rounded-lg border border-hairline bg-surface p-3 text-left text-sm font-normal whitespace-normal text-ink shadow-float"
      >
        <span id={`${id}-reason`}>{reason}</span>
      </span>
    </>
  );
}
