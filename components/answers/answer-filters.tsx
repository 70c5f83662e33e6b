import { RemovableLink } from '#components/ui/chip';
import { classes } from '#components/ui/classes';
import { PageLink } from '#components/ui/links';
import { formatCount } from '#lib/core/numbers';

interface StatusTabsProps {
  tabs: readonly { label: string; count: number; href: string; current: boolean }[];
}

/** Tabs by status, each with its count. */
export function StatusTabs({ tabs }: StatusTabsProps) {
  return (
    <nav aria-label="Status" className="fades-at-edges -mb-px flex gap-1 overflow-x-auto">
      {tabs.map(({ label, count, href, current }) => (
        <PageLink
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
        </PageLink>
      ))}
    </nav>
  );
}

interface AnswerFilterChipsProps {
  /** `removeHref` is the URL without the filter. */
  filters: readonly { key: string; label: string; removeHref: string }[];
}

/** The active filters on answers, in addition to those of the page, each with a link that removes it. */
export function AnswerFilterChips({ filters }: AnswerFilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active answer filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map(({ key, label, removeHref }) => (
        <li key={key}>
          <RemovableLink href={removeHref}>{label}</RemovableLink>
        </li>
      ))}
    </ul>
  );
}
