import type { ReactNode } from 'react';
import { PageHeader } from '#components/layout/page';
import { FictionalBadge } from '#components/sections/section';
import { Link } from '#components/ui/link';
import { formatInstant, formatPeriod } from '#lib/core/dates';
import { formatFacts } from '#lib/core/lists';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import { describeFictional } from '#lib/format/metric-descriptions';
import { summarizeOverview } from '#lib/format/summary-sentences';

interface ReportHeaderProps {
  name: string;
  data: ReportData;
  isFrozen: boolean;
  /** The filters in words. */
  filters: string;
  /** The URL of its disclosure; none in print, which contains it. */
  aboutUrl?: string;
  actions?: ReactNode;
}

/** The title of a report, its main result, its period and filters, and the time of its data. */
export function ReportHeader({ name, data, isFrozen, filters, aboutUrl, actions }: ReportHeaderProps) {
  const { headline } = data.overview;
  const { current, previous } = headline.periods;
  const fictional = describeFictional(headline, data.engineLabels);
  return (
    <PageHeader
      title={name}
      summary={
        <>
          {headline.answers > 0 ? summarizeOverview(headline) : null}
          {fictional ? <span className="mt-1 block">{fictional}</span> : null}
          <span className="mt-1 block text-sm text-muted">
            {formatFacts([
              headline.brand.name,
              formatPeriod(current),
              previous ? `compared with ${formatPeriod(previous)}` : 'no comparison',
              filters,
            ])}
          </span>
          <span className="mt-0.5 block text-xs text-muted">
            {isFrozen ? 'Frozen: numbers, definitions and answers as of ' : 'As of '}
            {formatInstant(data.asOf)}
          </span>
          {aboutUrl ? (
            <Link
              href={aboutUrl}
              data-print="hide"
              className="mt-1 inline-flex min-h-6 items-center text-sm text-accent underline decoration-accent/40 underline-offset-2 hover:text-accent-strong"
            >
              About this report
            </Link>
          ) : null}
        </>
      }
      actions={
        <>
          <FictionalBadge answerSet={headline} />
          {actions}
        </>
      }
    />
  );
}
