'use client';

import { Chip, type ChipTone } from '#components/ui/chip';
import { useClientQuery } from '#components/ui/client-query';
import { Notice } from '#components/ui/notice';
import { sendPlaygroundRequestAction } from './actions';
import { AnswerPanel } from './answer-panel';
import { readError, readTaskStatus } from './response-body';

/** Maximum number of tasks polled per batch, so that a large batch does not use up the rate limit. */
const maxPolled = 10;
const pollMs = 2_000;

const statusTones: Record<string, ChipTone> = { COMPLETED: 'accent', FAILED: 'danger' };

/** The created tasks, polled until they end. */
export function TaskProgress({ taskIds }: { taskIds: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-6">
      {taskIds.slice(0, maxPolled).map((taskId) => (
        <TaskItem key={taskId} taskId={taskId} />
      ))}
      {taskIds.length > maxPolled ? (
        <li className="text-muted">
          Only the first {maxPolled} tasks are shown here. The JSON tab lists all of them.
        </li>
      ) : null}
    </ul>
  );
}

async function getTask(taskId: string) {
  const result = await sendPlaygroundRequestAction({ endpoint: 'getTask', input: { params: { taskId } } });
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

function TaskItem({ taskId }: { taskId: string }) {
  const { data, error } = useClientQuery({
    queryKey: ['playground task', taskId],
    queryFn: () => getTask(taskId),
    refetchInterval: ({ state }) =>
      state.error || (state.data && hasEnded(readTaskStatus(state.data))) ? false : pollMs,
  });
  const status = data ? readTaskStatus(data) : 'QUEUED';
  const failure = error?.message ?? (data && readError(data)?.message);
  return (
    <li className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
        <Chip tone={statusTones[status] ?? 'plain'}>{status}</Chip>
        <code className="font-mono text-xs text-muted wrap-anywhere">{taskId}</code>
        {hasEnded(status) || failure ? null : (
          <span className="text-xs text-muted">Checked every 2 seconds</span>
        )}
      </p>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {data?.answer ? <AnswerPanel answer={data.answer} /> : null}
    </li>
  );
}

function hasEnded(status: string): boolean {
  return status !== 'QUEUED' && status !== 'PROCESSING';
}
