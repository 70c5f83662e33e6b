'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { classes } from '#components/ui/classes';
import { Notice } from '#components/ui/notice';

interface FormBodyProps {
  id?: string;
  className?: string | undefined;
  /** An error that belongs to no field. */
  problem?: string | undefined;
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
}

/** A form without a button. POST keeps its values out of the URL if it is submitted before hydration. */
export function FormBody({
  className = 'flex flex-col gap-4',
  problem,
  onSubmit,
  children,
  ...form
}: FormBodyProps) {
  return (
    <form
      method="post"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      {...form}
    >
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {children}
    </form>
  );
}

interface DeniableFieldsProps {
  /** Why the member can't change the fields; null or undefined if they can. Shown by the button that saves them. */
  denial?: string | null | undefined;
  children: ReactNode;
}

/** Fields of a form. With a denial, they can be read but not changed. */
export function DeniableFields({ denial, children }: DeniableFieldsProps) {
  if (typeof denial !== 'string') return children;
  return (
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  );
}

const alignments = { start: 'justify-start', end: 'justify-end', stretch: '*:flex-1' } as const;

interface FormProps
  extends FormBodyProps,
    DeniableFieldsProps,
    Pick<ComponentProps<typeof Button>, 'kind' | 'Icon' | 'busy' | 'disabled'> {
  children: ReactNode;
  /** The label of the button, such as "Save name". */
  submitLabel: ReactNode;
  /** The position of the button below the fields. */
  align?: keyof typeof alignments;
  /** Another button, or a message, on the inner side of the button. */
  aside?: ReactNode;
}

/** A form with its button. With a denial, its fields are disabled and the button shows the reason. */
export function Form({
  submitLabel,
  align = 'start',
  aside,
  denial,
  kind,
  Icon,
  busy,
  disabled,
  children,
  ...form
}: FormProps) {
  return (
    <FormBody {...form}>
      <DeniableFields denial={denial}>{children}</DeniableFields>
      <div className={classes('flex items-center gap-3', alignments[align])}>
        {align === 'end' ? aside : null}
        <Button type="submit" {...{ kind, Icon, busy, disabled, denial }}>
          {submitLabel}
        </Button>
        {align === 'end' ? null : aside}
      </div>
    </FormBody>
  );
}

/** The message of a form whose values have been saved; announced when it appears. */
export function SavedMessage({ isSaved }: { isSaved: boolean }) {
  return (
    <span role="status" className="text-muted">
      {isSaved ? 'Saved.' : ''}
    </span>
  );
}
