/**
 * Runs in a page: on the first call, starts to collect problems of the page. Returns those since the previous call. It sees
 * neither what happened before the first call nor what the browser itself writes to its console.
 */
export function takeProblems(): string[] {
  const target = window as unknown as { problemsOfPage?: string[] };
  if (!target.problemsOfPage) {
    const problems: string[] = [];
    target.problemsOfPage = problems;
    const toText = (value: unknown) => (value instanceof Error ? value.message : String(value));
    // In the capture phase, because errors of images, scripts and style sheets do not bubble.
    window.addEventListener(
      'error',
      (event) => {
        const { target: element } = event;
        if (event instanceof ErrorEvent) problems.push(`uncaught: ${event.message}`);
        else if (element instanceof Element)
          problems.push(`request failed: ${element.getAttribute('src') ?? element.getAttribute('href')}`);
      },
      true,
    );
    window.addEventListener('unhandledrejection', ({ reason }) => {
      problems.push(`uncaught: ${toText(reason)}`);
    });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      problems.push(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
    const logError = console.error;
    console.error = (...values: unknown[]) => {
      problems.push(`console: ${values.map(toText).join(' ')}`);
      logError(...values);
    };
    const send = window.fetch;
    window.fetch = async (...request) => {
      const response = await send(...request);
      if (response.status >= 400) problems.push(`status ${response.status}: ${response.url}`);
      return response;
    };
  }
  return target.problemsOfPage.splice(0);
}
