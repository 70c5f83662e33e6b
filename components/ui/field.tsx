'use client';

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes, inputClasses } from '#components/ui/classes';
import { FileButton } from '#components/ui/file-button';

interface LabelProps {
  label: ReactNode;
  /** What to enter, shown below the control. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  error?: ReactNode;
  className?: string;
}

/** Attributes that link a control to its label, hint and error. */
type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>;

interface FieldProps extends LabelProps {
  children: (control: ControlProps) => ReactNode;
}

/** A label, its control, a hint and an error, linked for assistive technology. */
function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const descriptions = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': descriptions || undefined,
      })}
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

type TextFieldProps = LabelProps & Omit<ComponentProps<'input'>, 'className' | 'id'>;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input {...control} className={classes(inputClasses, 'h-9')} {...input} />}
    </Field>
  );
}

type FileFieldProps = Omit<TextFieldProps, 'type'>;

/** A button that chooses a file; `children` is its text. */
export function FileField({ label, hint, error, className, ...input }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={classes('items-start', className)}>
      {(control) => <FileButton {...control} {...input} />}
    </Field>
  );
}

type TextAreaProps = LabelProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea {...control} className={classes(inputClasses, 'min-h-24 resize-y')} {...area} />
      )}
    </Field>
  );
}

type SelectFieldProps = LabelProps & Omit<ComponentProps<'select'>, 'className' | 'id'>;

/** A native `<select>`, for long lists and optional values; `children` are its options. */
export function SelectField({ label, hint, error, className, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <NativeSelect {...control} {...select}>
          {children}
        </NativeSelect>
      )}
    </Field>
  );
}

/** A native `<select>` without a label, with the chevron of `Select`. */
export function NativeSelect(select: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <span className="relative block">
      <select {...select} className={classes(inputClasses, 'h-9 appearance-none truncate py-0 pr-9')} />
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </span>
  );
}
