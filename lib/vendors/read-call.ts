import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Vendor } from '#lib/vendors/recordings';

/** One question as a vendor received it. */
export interface VendorCall {
  vendor: Vendor;
  prompt: string;
  /** ISO 3166-1 alpha-2, or an empty string when the question names none. */
  country: string;
  /** How often this vendor was asked this prompt in this country, from 1. */
  attempt: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

const location = z.looseObject({ country: z.string().optional() }).optional();
const parts = z.array(z.looseObject({ text: z.string().optional() }));

const openAi = z.looseObject({
  input: z.string(),
  tools: z.array(z.looseObject({ user_location: location })).optional(),
});
const gemini = z.looseObject({
  contents: z.array(z.looseObject({ parts })),
  systemInstruction: z.looseObject({ parts }).optional(),
});
const perplexity = z.looseObject({
  messages: z.array(z.looseObject({ content: z.string() })),
  web_search_options: z.looseObject({ user_location: location }).optional(),
});

/** The vendor whose endpoint a path is, with or without a version before it. */
export function vendorOfPath(path: string): Vendor | undefined {
  if (/\/responses$/.test(path)) return 'openai';
  if (/\/models\/[^/]+:streamGenerateContent$/.test(path)) return 'gemini';
  if (/\/chat\/completions$/.test(path)) return 'perplexity';
  return undefined;
}

/** Prompt and country of a vendor's request body. @throws ZodError when it is not one of that vendor */
export function questionOf(vendor: Vendor, body: unknown): { prompt: string; country: string } {
  switch (vendor) {
    case 'openai': {
      const { input, tools } = openAi.parse(body);
      return {
        prompt: input,
        country: tools?.find((tool) => tool.user_location)?.user_location?.country ?? '',
      };
    }
    case 'gemini': {
      const { contents, systemInstruction } = gemini.parse(body);
      const instruction = systemInstruction?.parts.map((part) => part.text ?? '').join(' ') ?? '';
      const prompt = contents.flatMap((content) => content.parts).map((part) => part.text ?? '');
      return { prompt: prompt.join(''), country: /\(([A-Z]{2})\)/.exec(instruction)?.[1] ?? '' };
    }
    case 'perplexity': {
      const { messages, web_search_options } = perplexity.parse(body);
      return {
        prompt: messages.at(-1)?.content ?? '',
        country: web_search_options?.user_location?.country ?? '',
      };
    }
  }
}

/** The JSON body of a request. @throws SyntaxError when it is not JSON */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
