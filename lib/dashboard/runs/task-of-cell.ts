import { type Engine, engineFacts, taskTypeOf } from '#lib/contract/engines';
import type { TaskBody } from '#lib/contract/tasks';
import { addOnsOf } from '#lib/dashboard/runs/add-ons';

/** A cell with what asking it takes. */
export interface CellToSend {
  id: string;
  engine: Engine;
  country: string;
  text: string;
}

/** The key of a cell at the service: two tries at sending it make one task. */
function cellKey(runId: string, cellId: string): string {
  return `${runId}:${cellId}`;
}

const keyForm =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The run and cell a key stands for, or undefined for a task that is none of ours. */
export function readCellKey(key: string | undefined): { runId: string; cellId: string } | undefined {
  const [, runId, cellId] = keyForm.exec(key ?? '') ?? [];
  return runId !== undefined && cellId !== undefined ? { runId, cellId } : undefined;
}

/** What someone waits for goes before what fills the past. */
const priorities = { manual: 7, scheduled: 4, history: 1 } as const;
export type RunKind = keyof typeof priorities;

/** What a run's cells have in common. */
export interface SendingRun {
  id: string;
  kind: RunKind;
  askedAt: Date;
  addOns: boolean;
  webhookUrl: string;
}

/** The task that asks a cell; a history run's is asked as of the run's past instant. */
export function taskOfCell(run: SendingRun, cell: CellToSend): TaskBody {
  const { promptField, includeFlags } = engineFacts[cell.engine];
  return {
    taskType: taskTypeOf(cell.engine),
    payload: {
      [promptField]: cell.text,
      country: cell.country,
      include: {
        ...(includeFlags.includes('markdown') ? { markdown: true } : {}),
        ...(run.addOns ? addOnsOf(cell.engine) : {}),
        // The page costs no credits; of the past there is none to look at.
        ...(run.kind === 'history' ? {} : { html: true }),
      },
      ...(run.kind === 'history' ? { asOf: run.askedAt.toISOString() } : {}),
    },
    webhook: { url: run.webhookUrl },
    priority: priorities[run.kind],
    idempotencyKey: cellKey(run.id, cell.id),
  };
}
