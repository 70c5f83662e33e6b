import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '#components/overlays/popover';
import { ExportMenu, type ExportTarget } from '#components/sections/export-menu';
import { classes } from '#components/ui/classes';
import { defineMessages } from '#lib/core/messages';
import type { AnswerSet, MetricDescription } from '#lib/format/metric-descriptions';

export interface SectionProps {
  title: string;
  /** One line about the content. */
  note?: ReactNode;
  /** Shown to the right of the title. */
  aside?: ReactNode;
  /** The table that the export menu exports; without it, the section has no export menu. */
  exportedTable?: ExportTarget;
  /** The metrics explained in its info popover. */
  descriptions?: readonly MetricDescription[];
  children: ReactNode;
  className?: string;
}

/** A section of a page. */
export function Section({
  title,
  note,
  aside,
  exportedTable,
  descriptions,
  children,
  className,
}: SectionProps) {
  return (
    <section
      aria-label={title}
      data-print="whole"
      className={classes('min-w-0 border-t pt-5 pb-10', className)}
    >
      <div
        className={classes(
          'mb-4 flex flex-wrap justify-between gap-x-4 gap-y-2',
          note ? 'items-start' : 'items-center',
          aside || exportedTable ? 'min-h-8' : null,
        )}
      >
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex items-center gap-1">
            <h2 className="text-base font-semibold">{title}</h2>
            {descriptions ? <MetricInfo title={title} descriptions={descriptions} /> : null}
          </div>
          {note ? <p className="text-xs text-muted">{note}</p> : null}
        </div>
        {aside || exportedTable ? (
          <div className="flex shrink-0 items-center gap-2">
            {aside}
            {exportedTable ? <ExportMenu exportedTable={exportedTable} title={title} /> : null}
          </div>
        ) : null}
      </div>
      {children}
    </section>
  );
}

/** Explains the metrics of a section in an info popover. */
export function MetricInfo({ title, descriptions }: Required<Pick<SectionProps, 'title' | 'descriptions'>>) {
  const label = `About the metrics of “${title}”`;
  return (
    <Popover
      label={label}
      trigger={
        <button
          type="button"
          aria-label={label}
          data-print="hide"
          className="-my-0.5 flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:text-ink"
        >
          <Info className="size-3.5" aria-hidden />
        </button>
      }
    >
      <dl className="grid gap-3">
        {descriptions.map(({ metric, description }) => (
          <div key={metric}>
            <dt className="font-semibold">{metric}</dt>
            <dd className="text-muted">{description}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** Marks answers that are fictional or partly fictional; renders nothing for real ones. */
export function FictionalBadge({ answerSet: { answers, isFictional, fictional } }: { answerSet: AnswerSet }) {
  const count = isFictional ? answers : (fictional?.count ?? 0);
  return count > 0 ? <SandboxBadge isPartial={count < answers} /> : null;
}

const messages = defineMessages({
  sandbox:
    '{part, select, some {Some of these} other {These}} answers come from the sandbox and its fictional market. Its brands and sources don’t exist.',
});

/** Marks fictional data of the sandbox. @param isPartial whether there is also real data */
export function SandboxBadge({ isPartial = false }: { isPartial?: boolean }) {
  const label = isPartial ? 'Partly fictional' : 'Fictional';
  const sandboxExplanation = messages.sandbox({ part: isPartial ? 'some' : 'other' });
  return (
    <Popover
      label={`What “${label}” means`}
      trigger={
        <button
          type="button"
          data-print="show"
          title={sandboxExplanation}
          className="striped inline-flex h-[22px] cursor-help items-center rounded-md border border-dashed border-warning/50 px-2 text-xs font-medium text-warning"
        >
          {label}
        </button>
      }
    >
      <p className="text-xs">{sandboxExplanation}</p>
    </Popover>
  );
}
