/** Further errors of a page are usually consequences of the first ones. */
const maxReportsPerPage = 10;
const maxMessageLength = 1_000;
const maxStackLength = 8_000;

const reported = new Set<string>();

/**
 * Reports an error to the operator of the instance, once per message and page load. Errors of the server, which have a
 * digest, are in its log already.
 */
export function reportPageError(error: unknown): void {
  if (error instanceof Error && 'digest' in error) return;
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
    0,
    maxMessageLength,
  );
  const isOwn = !isIgnored(message, error instanceof Error ? error.stack : undefined);
  if (!isOwn || reported.has(message) || reported.size >= maxReportsPerPage) return;
  reported.add(message);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, maxStackLength) : '';
  const report = { message, stack, page: window.location.pathname, version: process.env.PAGES_VERSION ?? '' };
  // A beacon is sent even if the page is left meanwhile.
  navigator.sendBeacon('/browser-errors', JSON.stringify(report));
}

/** Returns whether an error comes from a browser extension, or is a notice without consequences. */
function isIgnored(message: string, stack = ''): boolean {
  return /-extension:\/\//.test(stack) || message.includes('ResizeObserver loop');
}

/** Reports the errors that no other code of the page handles. */
export function reportUnhandledErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportPageError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
}
