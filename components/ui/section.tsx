import type { ReactNode } from 'react';
import { classes } from '#components/ui/classes';
import { type Exported, ExportMenu } from '#components/ui/export-menu';
import { Meanings } from '#components/ui/meanings';
import type { Meaning } from '#lib/format/definitions';

interface SectionProps {
  title: string;
  /** One line that says what is seen. */
  note?: ReactNode;
  /** Stands at the right of the title: a toggle, a tag, a button. */
  aside?: ReactNode;
  /** What the exports know it as; a menu then offers it as a file. */
  exported?: Exported;
  /** What its figures mean. */
  meanings?: readonly Meaning[];
  children: ReactNode;
  className?: string;
}

/** A part of a page: a hairline above, white space around, no card. */
export function Section({ title, note, aside, exported, meanings, children, className }: SectionProps) {
  return (
    <section
      aria-label={title}
      data-print="whole"
      className={classes('min-w-0 border-t pt-5 pb-10', className)}
    >
      <div className="mb-4 flex min-h-8 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex items-center gap-1">
            <h2 className="text-base font-semibold">{title}</h2>
            {meanings ? <Meanings of={title} meanings={meanings} /> : null}
          </div>
          {note ? <p className="text-xs text-muted">{note}</p> : null}
        </div>
        {aside || exported ? (
          <div className="flex shrink-0 items-center gap-2">
            {aside}
            {exported ? <ExportMenu exported={exported} title={title} /> : null}
          </div>
        ) : null}
      </div>
      {children}
    </section>
  );
}
