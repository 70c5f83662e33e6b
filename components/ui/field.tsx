'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '#components/ui/classes';

export const inputClasses =
  'w-full rounded-lg border border-control bg-surface px-3 py-2 text-sm text-ink placeholder:text-faint ' +
  'transition-colors duration-150 hover:border-muted aria-invalid:border-danger disabled:opacity-60';

interface FieldShellProps {
  label: ReactNode;
  /** What to enter, shown below the control. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  error?: ReactNode;
  className?: string;
}

/** A label, its control, a hint and an error, linked for assistive technology. */
function FieldShell({
  label,
  hint,
  error,
  className,
  id,
  children,
}: FieldShellProps & { id: string; children: ReactNode }) {
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ink">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function getDescriptionIds(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: FieldShellProps & Omit<ComponentProps<'input'>, 'className' | 'id'>) {
  const id = useId();
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <input
        id={id}
        className={classes(inputClasses, 'h-9')}
        aria-invalid={error ? true : undefined}
        aria-describedby={getDescriptionIds(id, hint, error)}
        {...input}
      />
    </FieldShell>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: FieldShellProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  const id = useId();
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        id={id}
        className={classes(inputClasses, 'min-h-24 resize-y')}
        aria-invalid={error ? true : undefined}
        aria-describedby={getDescriptionIds(id, hint, error)}
        {...area}
      />
    </FieldShell>
  );
}
