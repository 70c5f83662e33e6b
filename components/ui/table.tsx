import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#components/ui/classes';

/**
 * A table with a hairline between rows of 40 px and a sticky header. On a narrow screen it scrolls sideways inside
 * its own frame; `label` names it.
 */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes('fades-where-cut relative w-full overflow-x-auto', className)}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  );
}

/** The row of `HeadCell`s. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-[1] bg-page">
      <tr>{children}</tr>
    </thead>
  );
}

interface CellProps {
  /** Right-aligned, tabular. */
  numeric?: boolean;
}

interface HeadCellProps extends CellProps {
  /** Names a column whose cells speak for themselves: read out alone. */
  unseen?: boolean;
}

export function HeadCell({
  numeric,
  unseen,
  className,
  children,
  ...rest
}: ComponentProps<'th'> & HeadCellProps) {
  return (
    <th
      scope="col"
      className={classes(
        'h-9 whitespace-nowrap border-b pl-4 text-xs font-medium text-muted first:pl-0',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    >
      {unseen ? <span className="sr-only">{children}</span> : children}
    </th>
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={classes('border-b last:border-b-0 hover:bg-sunken/60', className)} {...rest} />;
}

export function Cell({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={classes(
        'h-10 py-1.5 pl-4 first:pl-0',
        numeric && 'whitespace-nowrap text-right tabular-nums',
        className,
      )}
      {...rest}
    />
  );
}
