import { classes } from '#components/ui/classes';

/** A placeholder while data loads. Give it the height and width of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('pulses rounded-md bg-pressed', className ?? 'h-4 w-full')} />;
}

/** Placeholder rows of a table. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden className="divide-y">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key, index) => (
        <div key={key} className="flex h-10 items-center justify-between gap-8">
          <div className="pulses h-3 rounded bg-pressed" style={{ width: `${52 - ((index * 13) % 24)}%` }} />
          <div className="pulses h-3 w-12 rounded bg-pressed" />
        </div>
      ))}
    </div>
  );
}

interface ProgressProps {
  label: string;
  done: number;
  total: number;
  /** Text beside the bar, such as "1,204 of 2,520 · about 2 minutes left". */
  text?: string;
  /** Announces progress to assistive technology at every 10%. */
  isAnnounced?: boolean;
}

/** The progress of long-running work. */
export function Progress({ label, done, total, text, isAnnounced }: ProgressProps) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs">
        <span className="font-medium text-ink">{label}</span>
        <span className="text-muted tabular-nums">{text ?? `${done} of ${total}`}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className="h-full w-full origin-left rounded-full bg-accent transition-transform duration-500"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      {isAnnounced ? (
        <p role="status" className="sr-only">
          {label}: {Math.floor(share * 10) * 10}%
        </p>
      ) : null}
    </div>
  );
}
