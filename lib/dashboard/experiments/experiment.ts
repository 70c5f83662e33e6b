import { ServiceError } from '#lib/core/errors';

/** A change whose effect on some prompts is told from what happened to the others meanwhile. */
export interface Experiment {
  id: string;
  name: string;
  /** What was changed, in words. */
  what: string;
  /** The first UTC day with the change. */
  changedOn: string;
  /** The prompts it should move; all others of the project are its control. */
  promptIds: string[];
}

/** Columns of `experiments` under the names of `Experiment`. */
export const experimentColumns = 'id, name, what, changed_on::text AS "changedOn", prompt_ids AS "promptIds"';

export function experimentNotFound(): ServiceError {
  return new ServiceError('RESOURCE_NOT_FOUND', {
    message: 'There is no such experiment. It may have been deleted.',
  });
}
