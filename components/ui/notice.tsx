import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';

const tones = {
  plain: 'border-hairline bg-sunken text-ink [&>svg]:text-muted',
  notice: 'border-notice/30 bg-notice-soft text-ink [&>svg]:text-notice',
  danger: 'border-danger/30 bg-danger-soft text-ink [&>svg]:text-danger',
} as const;

/** A message on the page. A `danger` notice is announced when it appears. */
export function Notice({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const Icon = tone === 'plain' ? Info : CircleAlert;
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classes('flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5', tones[tone])}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Shown in place of a part of the page that could not be loaded. */
export function LoadFailed() {
  return (
    <Notice tone="danger">
      This part could not be loaded. Check your connection and reload the page. Your saved data is not
      affected.
    </Notice>
  );
}
