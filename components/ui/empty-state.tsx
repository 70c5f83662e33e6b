import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';

interface EmptyStateProps {
  /** Why there is nothing, in a few words. */
  title: string;
  children?: ReactNode;
  /** The one next step: a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Height to keep, as a class, where a chart or table of that height would stand. */
  className?: string;
}

/** Why there is nothing here, and the one thing to do about it. */
export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div
      className={classes(
        'flex flex-col items-center justify-center rounded-lg border border-dashed px-6 py-10 text-center',
        className,
      )}
    >
      {icon ? <div className="mb-3 text-faint [&_svg]:size-6">{icon}</div> : null}
      <p className="font-semibold">{title}</p>
      {children ? <div className="mt-1 max-w-md text-muted">{children}</div> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}
