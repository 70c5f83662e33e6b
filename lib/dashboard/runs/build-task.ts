import { type Engine, engineSpecs, toTaskType } from '#lib/contract/engines';
import type { TaskBody } from '#lib/contract/tasks';
import { getAddOnFlags } from '#lib/dashboard/runs/run-options';

/** A run item that was not sent yet. */
export interface PendingItem {
  id: string;
  engine: Engine;
  country: string;
  text: string;
}

/** Returns the idempotency key of a run item, so that sending it twice creates one task. */
export function buildIdempotencyKey(runId: string, itemId: string): string {
  return `${runId}:${itemId}`;
}

const idempotencyKeyPattern =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses an idempotency key; undefined for tasks that do not belong to a run. */
export function parseIdempotencyKey(key: string | undefined): { runId: string; itemId: string } | undefined {
  const [, runId, itemId] = idempotencyKeyPattern.exec(key ?? '') ?? [];
  return runId !== undefined && itemId !== undefined ? { runId, itemId } : undefined;
}

/** Tasks of a run that someone started go before those of a schedule. */
const priorities = { manual: 7, scheduled: 4 } as const;

/** The settings that all tasks of a run share. */
export interface SendingRun {
  id: string;
  kind: keyof typeof priorities;
  addOns: boolean;
  webhookUrl: string;
}

/** Builds the task that requests a run item's answer. */
export function buildTask(run: SendingRun, item: PendingItem): TaskBody {
  return {
    taskType: toTaskType(item.engine),
    // The page costs no credits.
    payload: buildTaskPayload(item, { addOns: run.addOns, html: true }),
    webhook: { url: run.webhookUrl },
    priority: priorities[run.kind],
    idempotencyKey: buildIdempotencyKey(run.id, item.id),
  };
}

/** Builds the monitor request of a run item. */
export function buildTaskPayload(
  item: PendingItem,
  { addOns, html }: { addOns: boolean; html: boolean },
): TaskBody['payload'] {
  const { promptField, includeFlags } = engineSpecs[item.engine];
  return {
    [promptField]: item.text,
    country: item.country,
    include: {
      ...(includeFlags.includes('markdown') ? { markdown: true } : {}),
      ...(addOns ? getAddOnFlags(item.engine) : {}),
      ...(html ? { html: true } : {}),
    },
  };
}
