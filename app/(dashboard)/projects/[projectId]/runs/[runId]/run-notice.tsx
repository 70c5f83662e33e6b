import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { ServiceNotice } from '../../progress/service-notices';

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
