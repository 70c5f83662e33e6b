import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BackgroundOptions, BackgroundRenderer } from '#lib/scale/fair-share/background-renderer';
import { FairShare } from '#lib/scale/fair-share/fair-share';

interface FairRendererOptions {
  /** Renders a page in this process. */
  render(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns whether parsing the body of a request can take long. */
  isHeavy(request: IncomingMessage): boolean;
  /** Checks a request when its turn has come. @throws ServiceError */
  check(request: IncomingMessage): void;
  /** Returns the user or the network that a request counts for, as far as it is known now. */
  getSubject(request: IncomingMessage): string | undefined;
  /** Without it, all pages are rendered in this process. */
  background?: BackgroundOptions | undefined;
}

/**
 * Creates a renderer that shares the CPU time of this process between subjects, such as users: while others are active, pages
 * of a subject that has used up its share are rendered in a separate process, as are heavy requests.
 */
export function createFairRenderer({ render, isHeavy, check, getSubject, ...options }: FairRendererOptions) {
  const fairShare = new FairShare();
  const background = options.background && new BackgroundRenderer(options.background);
  const renderNow = async (request: IncomingMessage, response: ServerResponse, isInBackground: boolean) => {
    if (isInBackground && (await background?.render(request, response))) return;
    return render(request, response);
  };
  return {
    /** Renders a page in the turn of the subject; at once without one. @throws ServiceError of `check` */
    async render(
      request: IncomingMessage,
      response: ServerResponse,
      subject: string | undefined,
    ): Promise<void> {
      if (!subject) {
        check(request);
        return renderNow(request, response, isHeavy(request));
      }
      if (isPrefetch(request) && !fairShare.hasCpuTime(subject)) {
        // Pages would wait behind it, and browsers open only six connections. The router loads the page at the click instead.
        return void response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
      }
      const turn = await fairShare.start(subject, { isHeavy: isHeavy(request) });
      response.once('close', () => {
        turn.end();
        // Otherwise, the sign-in page and the first page of a user would count as the activity of somebody else.
        if (getSubject(request) !== subject) fairShare.endActivity(subject);
      });
      if (response.destroyed) return turn.end();
      check(request);
      if (turn.isCpuTimeLow) void background?.prepare();
      return renderNow(request, response, turn.isInBackground);
    },
    /**
     * Counts a request that starts immediately, because it takes little CPU time.
     * @returns a function to call when the request has ended
     */
    track: (subject: string) => fairShare.track(subject),
    /** Records that the API is in use, so that pages of users who have used up their CPU time are rendered in the background. */
    recordServiceRequest: () => fairShare.recordActivity('service'),
    close: async () => background?.close(),
  };
}

/** Returns whether a page requests a linked page in advance. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return headers['next-router-prefetch'] !== undefined;
}
