interface IntervalBarProps {
  /** From 0 to 1 of the axis; null where nothing was measured. */
  length: number | null;
  whisker?: { from: number; to: number } | null;
  /** The own brand's where absent. */
  colour?: string;
}

const percent = (share: number) => `${Math.max(0, Math.min(1, share)) * 100}%`;

/** A bar from 0, with its interval as a whisker where one is given; the figures stand beside it as text. */
export function IntervalBar({ length, whisker, colour = 'var(--accent)' }: IntervalBarProps) {
  if (length === null) return null;
  return (
    <div aria-hidden className="relative h-5 w-full min-w-16">
      <div
        className="absolute inset-y-[5px] left-0 rounded-r-[3px]"
        style={{ width: percent(length), background: colour }}
      />
      {whisker ? (
        <div
          className="absolute inset-y-[6px] border-x border-ink/70 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink/70"
          style={{ left: percent(whisker.from), width: percent(whisker.to - whisker.from) }}
        />
      ) : null}
    </div>
  );
}
