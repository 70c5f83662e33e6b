import { requestSchemas } from '#lib/contract/requests';
import type { AnswerAt } from '#lib/dashboard/demo/backfill';
import { answerRequest } from '#lib/sandbox/answer-request';
import { applyIncludeFlags } from '#lib/service/requests/apply-include-flags';

/** Returns the result the sandbox would have given at a past date, shaped as `/v1` shapes results. */
export const answerAt: AnswerAt = async (engine, payload, date) => {
  if (engine === 'social') throw new Error('The sandbox has no social engine.');
  const request = requestSchemas[engine].parse(payload);
  const { result } = answerRequest(engine, request, date);
  return applyIncludeFlags(engine, request, { result, raw: undefined, pages: [] });
};
