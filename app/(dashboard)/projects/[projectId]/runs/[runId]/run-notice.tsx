import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { ServiceNotice } from '../../progress/service-notices';

interface RunNoticeProps {
  /** Why sending stopped early. */
  problem: string | null;
  /** Why nothing can be sent to the service now. */
  service: 'refused' | 'unreachable' | null;
  /** When something came back last, where that is too long ago. */
  stillSince: Date | null;
}

/** What keeps a run from going on, if anything does. */
export function RunNotice({ problem, service, stillSince }: RunNoticeProps) {
  if (problem === null && service === null && stillSince === null) return null;
  return (
    <div className="mb-6">
      {problem !== null ? (
        <Notice tone="danger">{problem}</Notice>
      ) : service !== null ? (
        <ServiceNotice state={service} />
      ) : stillSince !== null ? (
        <Notice tone="notice">
          Nothing has come back since <Time at={stillSince} />. What was asked waits, and nothing is lost or
          charged for it. If it stays so, the worker of this instance may have stopped: tell the operator.
        </Notice>
      ) : null}
    </div>
  );
}
