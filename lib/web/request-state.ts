import { AsyncLocalStorage } from 'node:async_hooks';
import { processState, type RequestState } from '#lib/core/process-state';

const storage = new AsyncLocalStorage<RequestState>();
processState.request = storage;

/** Runs a function in which code, also that of pages, can read `state` and what callers have set before. */
export function runInRequest<T>(state: RequestState, run: () => T): T {
  return storage.run({ ...storage.getStore(), ...state }, run);
}
