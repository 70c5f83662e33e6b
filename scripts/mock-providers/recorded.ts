import { z } from 'zod';
import type { VendorPlay, VendorQuestion, VendorRequest } from '#scripts/mock-providers/play';
import {
  type RecordedVendor,
  readRecording,
  recordingFor,
  recordingNames,
} from '#scripts/mock-providers/recordings';

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

/** The vendors that answer from recordings below a folder, with or without a version before their paths. */
export function recordedPlays(folder: string): VendorPlay[] {
  return [
    recorded(folder, 'openai', /\/responses$/, openAiQuestion),
    recorded(folder, 'gemini', /\/models\/[^/]+:streamGenerateContent$/, geminiQuestion),
    recorded(folder, 'perplexity', /\/chat\/completions$/, perplexityQuestion),
  ];
}

/** One vendor that answers a POST to a path from its recordings. */
function recorded(
  folder: string,
  vendor: RecordedVendor,
  path: RegExp,
  question: (request: VendorRequest) => VendorQuestion,
): VendorPlay {
  return {
    vendor,
    takes: (method, asked) => method === 'POST' && path.test(asked),
    question,
    async reply(call, file) {
      const name =
        file ?? recordingFor(vendor, call.prompt, call.country, await recordingNames(folder, vendor));
      return name === undefined ? undefined : readRecording(folder, vendor, name);
    },
  };
}

function openAiQuestion({ body }: VendorRequest): VendorQuestion {
  const { input, tools } = openAi.parse(body);
  return {
    prompt: input,
    country: tools?.find((tool) => tool.user_location)?.user_location?.country ?? '',
  };
}

function geminiQuestion({ body }: VendorRequest): VendorQuestion {
  const { contents, systemInstruction } = gemini.parse(body);
  const instruction = systemInstruction?.parts.map((part) => part.text ?? '').join(' ') ?? '';
  const prompt = contents.flatMap((content) => content.parts).map((part) => part.text ?? '');
  return { prompt: prompt.join(''), country: /\(([A-Z]{2})\)/.exec(instruction)?.[1] ?? '' };
}

function perplexityQuestion({ body }: VendorRequest): VendorQuestion {
  const { messages, web_search_options } = perplexity.parse(body);
  return {
    prompt: messages.at(-1)?.content ?? '',
    country: web_search_options?.user_location?.country ?? '',
  };
}
