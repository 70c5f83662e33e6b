import { ArrowDown } from 'lucide-react';
import Link from 'next/link';
import { classes } from '#components/ui/classes';
import { HeadCell } from '#components/ui/table';

interface OrderHeadProps {
  label: string;
  /** The list ordered by this column, the most first. */
  href: string;
  current: boolean;
  className?: string;
}

/** The head of a column of numbers that the list can be ordered by. */
export function OrderHead({ label, href, current, className }: OrderHeadProps) {
  return (
    <HeadCell numeric aria-sort={current ? 'descending' : undefined} className={className}>
      <Link
        href={href}
        scroll={false}
        className={classes('inline-flex items-center gap-1 hover:text-ink', current && 'text-ink')}
      >
        {current ? <ArrowDown aria-hidden className="size-3" /> : null}
        {label}
      </Link>
    </HeadCell>
  );
}
