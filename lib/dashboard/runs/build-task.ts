import { type Engine, engineSpecs, toTaskType } from '#lib/contract/engines';
import type { TaskBody } from '#lib/contract/tasks';
import { getAddOnFlags } from '#lib/dashboard/runs/run-options';

/** A cell with what asking it takes. */
export interface PendingItem {
  id: string;
  engine: Engine;
  country: string;
  text: string;
}

/** The key of a cell at the service: two tries at sending it make one task. */
export function buildIdempotencyKey(runId: string, cellId: string): string {
  return `${runId}:${cellId}`;
}

const idempotencyKeyPattern =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The run and cell a key stands for, or undefined for a task that is none of ours. */
export function parseIdempotencyKey(key: string | undefined): { runId: string; cellId: string } | undefined {
  const [, runId, cellId] = idempotencyKeyPattern.exec(key ?? '') ?? [];
  return runId !== undefined && cellId !== undefined ? { runId, cellId } : undefined;
}

/** Tasks of a run that someone started go before those of a schedule. */
const priorities = { manual: 7, scheduled: 4 } as const;

/** What a run's cells have in common. */
export interface SendingRun {
  id: string;
  kind: keyof typeof priorities;
  addOns: boolean;
  webhookUrl: string;
}

/** Builds the task that requests a cell's answer. */
export function buildTask(run: SendingRun, cell: PendingItem): TaskBody {
  return {
    taskType: toTaskType(cell.engine),
    // The page costs no credits.
    payload: payloadOfCell(cell, { addOns: run.addOns, html: true }),
    webhook: { url: run.webhookUrl },
    priority: priorities[run.kind],
    idempotencyKey: buildIdempotencyKey(run.id, cell.id),
  };
}

/** Builds the monitor request of a cell. */
export function payloadOfCell(
  cell: PendingItem,
  { addOns, html }: { addOns: boolean; html: boolean },
): TaskBody['payload'] {
  const { promptField, includeFlags } = engineSpecs[cell.engine];
  return {
    [promptField]: cell.text,
    country: cell.country,
    include: {
      ...(includeFlags.includes('markdown') ? { markdown: true } : {}),
      ...(addOns ? getAddOnFlags(cell.engine) : {}),
      ...(html ? { html: true } : {}),
    },
  };
}
