import Link from 'next/link';
import { classes } from '#components/ui/classes';
import { formatCount } from '#lib/format/formats';

interface StatusTabsProps {
  tabs: readonly { label: string; count: number; href: string; current: boolean }[];
}

/** What became of everything that was asked: each outcome with its count, a click lists it. */
export function StatusTabs({ tabs }: StatusTabsProps) {
  return (
    <nav aria-label="Outcomes" className="fades-where-cut -mb-px flex gap-1 overflow-x-auto">
      {tabs.map(({ label, count, href, current }) => (
        <Link
          prefetch={false}
          key={label}
          href={href}
          scroll={false}
          aria-current={current ? 'page' : undefined}
          className={classes(
            'inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium whitespace-nowrap -outline-offset-2',
            current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
          <span className="font-normal text-muted">{formatCount(count)}</span>
        </Link>
      ))}
    </nav>
  );
}
