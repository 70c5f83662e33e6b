import { requestSchemas } from '#lib/contract/requests';
import { fixedClock } from '#lib/core/clock';
import type { AnswerAt } from '#lib/dashboard/demo/backfill';
import { sandboxProvider } from '#lib/providers/sandbox/provider';
import { shapeResult } from '#lib/service/requests/shape-result';

/** Returns the result the sandbox would have given at a past date, shaped as `/v1` shapes results. */
export const answerAt: AnswerAt = async (engine, payload, date) => {
  if (engine === 'social') throw new Error('The sandbox has no social engine.');
  const request = requestSchemas[engine].parse(payload);
  const signal = new AbortController().signal;
  const { result } = await sandboxProvider(engine).query(request, { clock: fixedClock(date), signal });
  return shapeResult(engine, request, { result, raw: undefined, pages: [] });
};
