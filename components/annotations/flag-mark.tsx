/** The number of a flag, as it stands on the axis of a chart, in lists and in tables. @param label "3", or "3–5" */
export function FlagMark({ label }: { label: string }) {
  return (
    <span className="inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-surface px-[3px] text-[10px] leading-none font-medium text-muted">
      <span className="sr-only">Flag </span>
      {label}
    </span>
  );
}
