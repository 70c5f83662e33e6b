import type { IncomingHttpHeaders } from 'node:http';
import type { VendorBehaviour } from '#scripts/mock-providers/behaviour';

/** The vendors the stand-in plays. */
export type VendorName = 'openai' | 'gemini' | 'perplexity' | 'xai' | 'serpapi' | 'dataforseo';

/** A request as it came, before any vendor has read it. */
export interface VendorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The JSON body of a POST, else undefined. */
  body: unknown;
  /** Address of the stand-in, for addresses inside answers. */
  baseUrl: string;
}

/** What is asked: two requests that are equal in these three are one question, asked again. */
export interface VendorQuestion {
  prompt: string;
  /** ISO 3166-1 alpha-2, or an empty string when the question names none. */
  country: string;
  /** Which part of the answer is asked for, where a vendor gives it in several requests: a page, a step. */
  part?: string;
}

/** One question as a vendor received it. */
export interface VendorCall extends VendorRequest, VendorQuestion {
  vendor: VendorName;
  /** How often this vendor was asked this question, from 1. */
  attempt: number;
}

/** A whole answer, before the behaviour spoils it. */
export interface VendorReply {
  status: number;
  contentType: string;
  body: Buffer;
}

/** How one vendor is played. */
export interface VendorPlay {
  vendor: VendorName;
  /** Whether a request is for this vendor. The first play of the list that takes it answers. */
  takes(method: string, path: string): boolean;
  /** @throws Error when it is no question of this vendor; it is answered with 400 */
  question(request: VendorRequest): VendorQuestion;
  /** The answer that is its turn, or the recording named. Undefined when there is none. */
  reply(call: VendorCall, file?: string): Promise<VendorReply | undefined>;
  /** Failures in this vendor's own words that `failureShare` mixes in, beside those that all share. */
  failures?: VendorBehaviour[];
}

/** A reply of JSON. */
export function jsonReply(body: unknown, status = 200): VendorReply {
  return { status, contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
}
