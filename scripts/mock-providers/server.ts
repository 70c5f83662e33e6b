import { createServer } from 'node:http';
import { describeError } from '#lib/core/errors';
import { answerCall, refuse, type Stage, type StageOptions } from '#scripts/mock-providers/answer-call';
import { dataForSeoPlay } from '#scripts/mock-providers/dataforseo';
import type { VendorCall, VendorPlay } from '#scripts/mock-providers/play';
import { recordedPlays } from '#scripts/mock-providers/recorded';
import { serpApiPlay } from '#scripts/mock-providers/serpapi';
import { xaiPlay } from '#scripts/mock-providers/xai';

export interface VendorOptions extends StageOptions {
  /** Holds `openai`, `gemini` and `perplexity`, each with recordings. */
  folder: string;
  /** 0 for a free one. */
  port?: number;
}

export interface RunningVendors {
  /** Base address for every vendor, such as `OPENAI_BASE_URL`. */
  url: string;
  port: number;
  /** Every call so far, in order. */
  calls: VendorCall[];
  close(): Promise<void>;
}

/** Every vendor of the stand-in, in the order in which they may take a request. */
function playsOf(options: VendorOptions): VendorPlay[] {
  return [xaiPlay, dataForSeoPlay, serpApiPlay, ...recordedPlays(options.folder)];
}

/** Starts a server on loopback that answers as the vendors' interfaces do, without any key. */
export async function startVendors(options: VendorOptions): Promise<RunningVendors> {
  const stopping = new AbortController();
  const stage: Stage = {
    options,
    plays: playsOf(options),
    calls: [],
    baseUrl: '',
    stopped: stopping.signal,
  };
  const server = createServer((request, response) => {
    answerCall(stage, request, response).catch((error: unknown) => {
      if (response.headersSent || stopping.signal.aborted) response.destroy();
      else refuse(response, 400, describeError(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The vendor stand-in has no port.');
  stage.baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    url: stage.baseUrl,
    port: address.port,
    calls: stage.calls,
    close: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
