import { AsyncLocalStorage } from 'node:async_hooks';

type Headers = Record<string, string | string[] | undefined>;
type Listener = (headers: Headers) => void;

const listeners = new AsyncLocalStorage<Listener>();

/** Does `work` with a listener to the headers of every vendor's reply in it, so that providers need not pass them on. */
export function listeningToReplies<T>(listener: Listener, work: () => Promise<T>): Promise<T> {
  return listeners.run(listener, work);
}

/** Tells the listener, if there is one. */
export function tellReply(headers: Headers): void {
  listeners.getStore()?.(headers);
}
