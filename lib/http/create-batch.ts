import type { z } from 'zod';
import { limits } from '#lib/contract/plans';
import type { batchCreatedSchema } from '#lib/contract/tasks';
import type { Env } from '#lib/core/env';
import { invalidField, ServiceError } from '#lib/core/errors';

import { createTasks, type TaskContext, type TaskCreation } from '#lib/service/tasks/create-tasks';
import { type NewTask, parseTask } from '#lib/service/tasks/parse-task';

type BatchCreated = z.infer<typeof batchCreatedSchema>;

/**
 * Creates up to 500 tasks, each of which can fail individually.
 * @throws ServiceError VALIDATION_ERROR unless the body is an array of 1 to 500; QUEUE_LIMIT_EXCEEDED
 */
export async function createBatch(context: TaskContext, body: unknown, settings: Env): Promise<BatchCreated> {
  if (!Array.isArray(body) || body.length < 1 || body.length > limits.batchTasks) {
    const message = `Expected an array of 1 to ${limits.batchTasks} tasks`;
    throw invalidField('', message);
  }
  const read = body.map((item) => readOne(item, settings));
  const valid = read.filter((one): one is NewTask => !(one instanceof ServiceError));
  const creations = (await createTasks(context, valid)).values();
  const results = read.map((one, index) => {
    if (one instanceof ServiceError) return failure(index, one);
    const creation: TaskCreation | undefined = creations.next().value;
    if (!creation) throw new Error('A task of the batch has no outcome.');
    if ('error' in creation) return failure(index, creation.error);
    return { success: true, index, task: creation.record.task, credits: creation.record.credits };
  });
  const succeeded = results.filter(({ success }) => success).length;
  const summary = { total: results.length, succeeded, failed: results.length - succeeded };
  return { success: true, summary, results };
}

function readOne(item: unknown, settings: Env): NewTask | ServiceError {
  try {
    return parseTask(item, settings);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function failure(index: number, { code, message, details, fields }: ServiceError) {
  const context = fields ? { ...details, fields } : details;
  return { success: false, index, error: { code, message, ...(context ? { details: context } : {}) } };
}
