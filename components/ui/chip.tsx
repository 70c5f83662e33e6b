import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { PageLink } from '#components/ui/links';

export type ChipTone = 'plain' | 'accent' | 'warning' | 'danger';

const tones: Record<ChipTone, string> = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

const chipClasses =
  'inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-md px-2 text-xs font-medium';

/** A tag, role or status. */
export function Chip({ children, tone = 'plain' }: { children: ReactNode; tone?: ChipTone }) {
  return <span className={classes(chipClasses, tones[tone])}>{children}</span>;
}

/** An active filter, or another `kind` of item, with a button that removes it. */
export function RemovableChip({
  children,
  kind = 'filter',
  label,
  onRemove,
}: {
  children: ReactNode;
  kind?: string;
  label: string;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex h-7 items-center rounded-md bg-accent-soft pl-2.5 text-xs font-medium text-accent-strong">
      {children}
      <button
        type="button"
        data-removes
        onClick={(event) => {
          focusNextItem(event.currentTarget);
          onRemove();
        }}
        aria-label={`Remove ${kind} ${label}`}
        className="ml-0.5 flex size-7 items-center justify-center rounded-md hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  );
}

interface RemovableLinkProps {
  /** The URL without the filter. */
  href: string;
  kind?: string;
  children: string;
}

/** An active filter, or another `kind` of item, with a link that removes it. */
export function RemovableLink({ href, kind = 'filter', children }: RemovableLinkProps) {
  return (
    <PageLink
      href={href}
      scroll={false}
      prefetch={false}
      aria-label={`Remove ${kind} ${children}`}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-md bg-accent-soft px-2.5 py-1 text-xs font-medium wrap-anywhere text-accent-strong hover:text-ink"
    >
      {children}
      <X aria-hidden className="size-3.5 shrink-0" />
    </PageLink>
  );
}

/**
 * Moves the focus to the next or previous button marked `data-removes` in the list, or to the page's content. Call it before the
 * item is removed.
 */
export function focusNextItem(button: HTMLButtonElement): void {
  const all = [...(button.closest('ul')?.querySelectorAll<HTMLElement>('button[data-removes]') ?? [])];
  const index = all.indexOf(button);
  const next = all[index + 1] ?? all[index - 1] ?? document.getElementById('content');
  next?.focus({ preventScroll: true });
}
