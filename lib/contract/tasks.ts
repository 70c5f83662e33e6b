import { z } from 'zod';
import { type TaskType, taskTypes } from '#lib/contract/engines';
import { limits } from '#lib/contract/plans';
import { isStorableText, unstorableCharacters } from '#lib/core/text';

/** The body of every 4xx and 5xx response. */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
    timestamp: z.iso.datetime(),
  }),
  /** Invalid fields of a VALIDATION_ERROR. */
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** The states of a task; the last two are terminal. */
const taskStatuses = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const taskTypeSchema = z.enum(taskTypes as [TaskType, ...TaskType[]], { error: 'Unknown task type' });

const waitRange = `Expected an integer from 0 to ${limits.maxWaitSeconds}`;

const webhookUrl = {
  description: 'A public http or https URL that receives a webhook when the task ends',
  format: 'uri',
  maxLength: 2048,
};

/**
 * A task to create, before its payload is parsed by the request schema of its engine (which reports invalid fields as
 * `payload.<field>`).
 */
export const taskInputSchema = z.object(
  {
    taskType: taskTypeSchema,
    payload: z.record(z.string(), z.unknown(), { error: 'Expected object' }),
    webhook: z
      .object({ url: z.string({ error: 'Expected a URL' }).meta(webhookUrl) }, { error: 'Expected object' })
      .nullish()
      .transform((value) => value ?? undefined),
    priority: z
      .int({ error: 'Expected an integer from 1 to 10' })
      .min(1, 'Expected an integer from 1 to 10')
      .max(10, 'Expected an integer from 1 to 10')
      .meta({ description: '10 is the highest; equal priorities run in the order of creation', default: 1 })
      .nullish()
      .transform((value) => value ?? 1),
    maxWaitSeconds: z
      .int({ error: waitRange })
      .min(0, waitRange)
      .max(limits.maxWaitSeconds, waitRange)
      .meta({
        description:
          'How long the task waits while the engine’s provider is down, before it fails with EXTERNAL_SERVICE_ERROR. Waiting uses up no attempt',
        default: limits.defaultWaitSeconds,
      })
      .nullish()
      .transform((value) => value ?? limits.defaultWaitSeconds),
    idempotencyKey: z
      .string({ error: 'Expected string' })
      .refine((key) => key !== '' && [...key].length <= 255, { error: 'Expected 1 to 255 characters' })
      .refine(isStorableText, { error: 'The key contains an invalid character' })
      .meta({
        description:
          'Unique per organization until the task is deleted; creating another task with the same key returns 409',
        minLength: 1,
        maxLength: 255,
        pattern: `^[^${unstorableCharacters}]+$`,
      })
      .nullish()
      .transform((value) => value ?? undefined),
  },
  { error: 'Expected a JSON object' },
);
/** A task as a client sends it. */
export type TaskBody = z.input<typeof taskInputSchema>;

export const taskSchema = z.object({
  id: z.uuid(),
  taskType: taskTypeSchema,
  status: z.enum(taskStatuses),
  priority: z.int().min(1).max(10),
  createdAt: z.iso.datetime(),
  idempotencyKey: z.string().optional(),
  waitingFor: z.literal('provider').optional().meta({
    description:
      'Only while the task is PROCESSING and waits because the engine’s provider is down, for at most its `maxWaitSeconds`',
  }),
});

export const taskCreditsSchema = z.object({
  creditsToCharge: z.int().meta({ description: 'Held until the task ends, and charged if it completes' }),
  creditsCharged: z.int().nullable().meta({ description: 'Null until the task has ended' }),
});

/** The body of GET /v1/async/task/{id} and of a webhook delivery. `response` is present once the task has ended. */
export const taskRecordSchema = z.object({
  task: taskSchema,
  credits: taskCreditsSchema,
  response: z.record(z.string(), z.unknown()).optional(),
});
export type TaskRecord = z.infer<typeof taskRecordSchema>;

export const taskCreatedSchema = z.object({
  success: z.literal(true),
  task: taskSchema,
  credits: taskCreditsSchema,
});

export const batchInputSchema = z.array(z.unknown(), { error: 'Expected an array of 1 to 500 tasks' });

export const batchCreatedSchema = z.object({
  success: z.literal(true),
  summary: z.object({ total: z.int(), succeeded: z.int(), failed: z.int() }),
  results: z.array(
    z.object({
      success: z.boolean(),
      index: z.int().meta({ description: 'Position of the task in the request, from 0' }),
      task: taskSchema.optional(),
      credits: taskCreditsSchema.optional(),
      error: z
        .object({
          code: z.string(),
          message: z.string(),
          details: z
            .record(z.string(), z.unknown())
            .optional()
            .meta({ description: 'A VALIDATION_ERROR lists the invalid fields in `details.fields`' }),
        })
        .optional(),
    }),
  ),
});

export const queueStatusSchema = z.object({
  queuedTasks: z.int(),
  processingTasks: z.int(),
  priorityBreakdown: z.array(z.object({ priority: z.int(), count: z.int() })),
  concurrency: z
    .object({ used: z.int(), max: z.int() })
    .nullable()
    .meta({ description: 'Tasks being processed, and the limit for them; null if unknown' }),
});

/** Body of a delivery: the task record with its response; `test` marks a test event, whose task does not exist. */
export const webhookPayloadSchema = taskRecordSchema
  .required({ response: true })
  .extend({ test: z.literal(true).optional() });

/** The headers of a delivery. All but `test` are sent only if signing is enabled. */
export const webhookHeaders = {
  timestamp: 'X-Svc-Timestamp',
  signature: 'X-Svc-Signature',
  previousSignature: 'X-Svc-Signature-Previous',
  id: 'X-Svc-Webhook-Id',
  test: 'X-Svc-Test',
} as const;
