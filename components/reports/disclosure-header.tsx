import { ArrowLeft } from 'lucide-react';
import { PageHeader } from '#components/layout/page';
import { PrintButton } from '#components/reports/print-button';
import { LinkButton } from '#components/ui/link-button';
import type { Disclosure } from '#lib/contract/disclosure';
import { formatInstant } from '#lib/core/dates';
import type { Report } from '#lib/dashboard/reports/reports';
import { summarizeDisclosure } from '#lib/format/disclosure-sentences';

interface DisclosureHeaderProps {
  report: Pick<Report, 'name' | 'frozenAt'>;
  disclosure: Disclosure | null;
  /** The time at which its data was current. */
  countedUntil: Date;
  /** The URL of the report. */
  reportUrl: string;
}

/** The title of a report’s disclosure, what was asked and received, and the time of its data. */
export function DisclosureHeader({ report, disclosure, countedUntil, reportUrl }: DisclosureHeaderProps) {
  return (
    <PageHeader
      title="About this report"
      summary={
        <>
          {disclosure ? summarizeDisclosure(disclosure) : null}
          <span className="mt-1 block text-sm text-muted">{report.name}</span>
          <span className="mt-0.5 block text-xs text-muted">
            {report.frozenAt ? 'Frozen as of ' : 'As of '}
            {formatInstant(countedUntil)}
          </span>
        </>
      }
      actions={
        <>
          <LinkButton href={reportUrl} Icon={ArrowLeft}>
            Back to the report
          </LinkButton>
          <PrintButton />
        </>
      }
    />
  );
}
