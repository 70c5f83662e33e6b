import type { AsyncLocalStorage } from 'node:async_hooks';

/** What the web process knows about the request that it handles. Modules add their fields by declaring them. */
export interface RequestState {
  /** The most preferred locale of the reader; see `negotiateLocale`. */
  locale?: string;
}

/**
 * The state of a process that its main file and the pages share. The modules to which it belongs declare their fields.
 * Empty in browsers.
 */
export interface ProcessState {
  /** The request for which code runs; set by the web process. */
  request?: Pick<AsyncLocalStorage<RequestState>, 'getStore'> | undefined;
}

declare global {
  /** Next.js bundles the pages apart from the process that serves them, and loads modules again; they share only globals. */
  var answerscope: ProcessState | undefined;
}

globalThis.answerscope ??= {};

/** The state of this process. Nothing else is shared through globals. */
export const processState: ProcessState = globalThis.answerscope;
