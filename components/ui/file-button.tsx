import { FileUp } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '#components/ui/classes';

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
