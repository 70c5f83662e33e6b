import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '#lib/core/crypto';
import type {
  MockProvider,
  MockProviderName,
  MockRequest,
  MockResponse,
  ParsedRequest,
} from '#scripts/mock-providers/mock-provider';

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

/**
 * Creates the providers that only replay recordings: responses in files of a folder. The paths of their endpoints may have
 * a prefix, such as a version.
 */
export function createRecordedProviders(folder: string): MockProvider[] {
  return [
    createRecordedProvider(folder, 'openai', /\/responses$/, parseOpenAiRequest),
    createRecordedProvider(folder, 'gemini', /\/models\/[^/]+:streamGenerateContent$/, parseGeminiRequest),
  ];
}

function createRecordedProvider(
  folder: string,
  name: RecordedProvider,
  path: RegExp,
  parseRequest: (request: MockRequest) => ParsedRequest,
): MockProvider {
  return {
    name,
    matches: (method, requestPath) => method === 'POST' && path.test(requestPath),
    parseRequest,
    async respond(call, file) {
      const recording =
        file ?? selectRecording(name, call.prompt, call.country, await listRecordings(folder, name));
      return recording === undefined ? undefined : readRecording(folder, name, recording);
    },
  };
}

function parseOpenAiRequest({ body }: MockRequest): ParsedRequest {
  const { input, tools } = openAi.parse(body);
  return {
    prompt: input,
    country: tools?.find((tool) => tool.user_location)?.user_location?.country ?? '',
  };
}

function parseGeminiRequest({ body }: MockRequest): ParsedRequest {
  const { contents, systemInstruction } = gemini.parse(body);
  const instruction = systemInstruction?.parts.map((part) => part.text ?? '').join(' ') ?? '';
  const prompt = contents.flatMap((content) => content.parts).map((part) => part.text ?? '');
  return { prompt: prompt.join(''), country: /\(([A-Z]{2})\)/.exec(instruction)?.[1] ?? '' };
}

/** The providers that replay recordings. Each has a folder of this name. */
export type RecordedProvider = Extract<MockProviderName, 'openai' | 'gemini' | 'perplexity'>;

const recordingName = /\.(?:json|sse\.txt|ndjson\.txt)$/;

/** Recordings of the chat completions that Perplexity retired. */
const retiredFormat = /"(?:choices|citations)"\s*:/;

/**
 * Lists the recordings of a provider by name, except those in a format that its endpoint does not send. A provider without
 * a folder has none.
 */
export async function listRecordings(folder: string, provider: RecordedProvider): Promise<string[]> {
  const entries = await readdir(join(folder, provider)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((name) => recordingName.test(name)).sort();
  if (provider !== 'perplexity') return names;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, provider, name), 'utf8')));
  return names.filter((_, index) => !retiredFormat.test(texts[index] ?? ''));
}

/**
 * Selects the recording for a prompt and country by hash, so it is always the same one. Files that start with `error-` or
 * `blocked-` are not answers. The order of `files` does not matter.
 */
export function selectRecording(
  provider: RecordedProvider,
  prompt: string,
  country: string,
  files: string[],
): string | undefined {
  const answers = files.filter((name) => !/^(?:error|blocked)-/.test(name)).sort();
  const hash = sha256(JSON.stringify([provider, prompt, country])).readUInt32BE(0);
  return answers[hash % answers.length];
}

/**
 * Reads a recording as the provider would send it: `.json` is a body, `.sse.txt` a stream,
 * `.ndjson.txt` a stream whose lines lack the `data:` prefix. `error-<status>-…` has that status, all others 200.
 */
export async function readRecording(
  folder: string,
  provider: RecordedProvider,
  name: string,
): Promise<MockResponse> {
  const status = Number(/^error-(\d{3})-/.exec(name)?.[1] ?? 200);
  const body = await readFile(join(folder, provider, name));
  if (name.endsWith('.json')) return { status, contentType: 'application/json', body };
  if (name.endsWith('.sse.txt')) return { status, contentType: 'text/event-stream', body };
  const lines = body.toString('utf8').split(/\r?\n/).filter(Boolean);
  return {
    status,
    contentType: 'text/event-stream',
    body: Buffer.from(lines.map((line) => `data: ${line}\n\n`).join('')),
  };
}
