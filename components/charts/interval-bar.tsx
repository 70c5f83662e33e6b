interface IntervalBarProps {
  /** Between 0 and 1, all of them. */
  value: number;
  low: number | null;
  high: number | null;
  /** The value at the right edge. */
  top: number;
}

/** A bar from 0 with its interval as a whisker; the figures stand beside it as text. */
export function IntervalBar({ value, low, high, top }: IntervalBarProps) {
  const percent = (share: number) => `${Math.min(100, (share / top) * 100)}%`;
  return (
    <div aria-hidden className="relative h-5 w-full min-w-20">
      <div
        className="absolute inset-y-[5px] left-0 rounded-r-[3px] bg-accent/80"
        style={{ width: percent(value) }}
      />
      {low !== null && high !== null ? (
        <div
          className="absolute inset-y-1 border-x border-ink/70 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-ink/70"
          style={{ left: percent(low), width: `calc(${percent(high)} - ${percent(low)})` }}
        />
      ) : null}
    </div>
  );
}
