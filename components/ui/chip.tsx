import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';

export type ChipTone = 'plain' | 'accent' | 'notice' | 'danger';

const tones: Record<ChipTone, string> = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  notice: 'bg-notice-soft text-notice',
  danger: 'bg-danger-soft text-danger',
};

/** A word or two that classify a thing: a tag, a role, a status. */
export function Chip({ children, tone = 'plain' }: { children: ReactNode; tone?: ChipTone }) {
  return (
    <span
      className={classes(
        'inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-md px-2 text-xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Whoever takes a chip away by keyboard stays among the others, or at the page's content where none is left. */
function moveOn(button: HTMLButtonElement): void {
  const list = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
  const chips = list.filter((one) => one.dataset.chip !== undefined);
  const at = chips.indexOf(button);
  const next = chips[at + 1] ?? chips[at - 1] ?? document.getElementById('content');
  next?.focus({ preventScroll: true });
}

/** A filter in force, or what else `kind` names, with a cross that takes it away. */
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
        data-chip
        onClick={(event) => {
          moveOn(event.currentTarget);
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
