import { classes } from '#components/ui/classes';

/** A grey stand-in of the real shape while figures load. Give it the real height and width. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('waits rounded-md bg-pressed', className ?? 'h-4 w-full')} />;
}

/** Rows of a table that loads. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden className="divide-y">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key, index) => (
        <div key={key} className="flex h-10 items-center justify-between gap-8">
          <div className="waits h-3 rounded bg-pressed" style={{ width: `${52 - ((index * 13) % 24)}%` }} />
          <div className="waits h-3 w-12 rounded bg-pressed" />
        </div>
      ))}
    </div>
  );
}
