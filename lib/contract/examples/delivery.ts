import { exampleResults } from '#lib/contract/examples/results/by-engine';
import { webhookHeaders } from '#lib/contract/tasks';

/** The task of every example. */
export const exampleTaskId = '6f9c1f0e-2a47-4d3e-9a51-0c7f3b1d8e42';

/** A task that has completed: the answer of the task endpoint and the body of a delivery. */
export const exampleDelivery = {
  task: {
    id: exampleTaskId,
    taskType: 'CHAT',
    status: 'COMPLETED',
    priority: 5,
    createdAt: '2026-11-21T09:15:00.000Z',
    idempotencyKey: 'run-2026-11-21:cell-1',
  },
  credits: { creditsToCharge: 5, creditsCharged: 5 },
  response: exampleResults.chat,
};

/** Headers as a signed delivery has them. */
export const exampleDeliveryHeaders: Record<string, string> = {
  [webhookHeaders.timestamp]: '1795252500',
  [webhookHeaders.signature]: 'v1=5f1c0e4b7a9d3286e0bb0a4b1ff3c9d2c1b0e8a7f6d5c4b3a29180706f5e4d3c',
  [webhookHeaders.id]: `${exampleTaskId}-1`,
};
