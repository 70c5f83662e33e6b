interface ProgressProps {
  label: string;
  done: number;
  total: number;
  /** What is said beside the bar, such as "1,204 of 2,520 · about 2 minutes left". */
  text?: string;
  /** Tells assistive technology how it goes on, at every tenth. */
  told?: boolean;
}

/** How far long work has come. */
export function Progress({ label, done, total, text, told }: ProgressProps) {
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
      {told ? (
        <p role="status" className="sr-only">
          {label}: {Math.floor(share * 10) * 10}%
        </p>
      ) : null}
    </div>
  );
}
