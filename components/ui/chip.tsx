import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { stayInList } from '#components/ui/stay-in-list';

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
        data-removes
        onClick={(event) => {
          stayInList(event.currentTarget);
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
