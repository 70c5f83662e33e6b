import { Notice } from '#components/ui/notice';
import { Cell, HeadCell, Row, Table, TableHead } from '#components/ui/table';
import { Time } from '#components/ui/time';
import type { RunSegment } from '#lib/dashboard/runs/run-progress';
import { formatCountry, formatEngine } from '#lib/format/labels';
import { formatCount } from '#lib/format/numbers';
import { ServiceNotice } from '../../progress/live-progress';

interface RunNoticeProps {
  /** Why the run stopped early. */
  problem: string | null;
  /** Why the service can't be used. */
  service: 'refused' | 'unreachable' | null;
  /** Time of the last answer, if the run is stalled. */
  stalledSince: Date | null;
}

/** Explains why a run makes no progress. */
export function RunNotice({ problem, service, stalledSince }: RunNoticeProps) {
  if (problem === null && service === null && stalledSince === null) return null;
  return (
    <div className="mb-6">
      {problem !== null ? (
        <Notice tone="danger">{problem}</Notice>
      ) : service !== null ? (
        <ServiceNotice state={service} />
      ) : stalledSince !== null ? (
        <Notice tone="notice">
          No answers since <Time at={stalledSince} />. Pending items are queued; nothing is lost or charged.
          If this persists, the worker may have stopped: contact your administrator.
        </Notice>
      ) : null}
    </div>
  );
}

/** Progress of a run by engine and country. */
export function RunPartsTable({ parts }: { parts: readonly RunSegment[] }) {
  return (
    <Table label="By engine and country">
      <TableHead>
        <HeadCell>Engine</HeadCell>
        <HeadCell>Country</HeadCell>
        <HeadCell className="w-[30%] max-md:hidden" unseen>
          Progress as a bar
        </HeadCell>
        <HeadCell numeric>Done</HeadCell>
        <HeadCell numeric className="max-sm:hidden">
          No answer
        </HeadCell>
        <HeadCell numeric>Failed</HeadCell>
      </TableHead>
      <tbody>
        {parts.map((part) => {
          const done = part.answered + part.noAnswer + part.failed;
          return (
            <Row key={`${part.engine} ${part.country}`}>
              <Cell className="font-medium">{formatEngine(part.engine)}</Cell>
              <Cell>{formatCountry(part.country)}</Cell>
              <Cell className="max-md:hidden">
                <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-pressed">
                  <div
                    className="bg-accent"
                    style={{ width: `${((done - part.failed) / part.total) * 100}%` }}
                  />
                  <div className="bg-danger" style={{ width: `${(part.failed / part.total) * 100}%` }} />
                </div>
              </Cell>
              <Cell numeric>
                {formatCount(done)} of {formatCount(part.total)}
              </Cell>
              <Cell numeric className="text-muted max-sm:hidden">
                {part.noAnswer === 0 ? '–' : formatCount(part.noAnswer)}
              </Cell>
              <Cell numeric className={part.failed > 0 ? 'font-medium text-danger' : 'text-muted'}>
                {part.failed === 0 ? '–' : formatCount(part.failed)}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
