import { z } from 'zod';
import { generateContent, getErrorKind } from '#lib/providers/gemini/api';
import { lenient } from '#lib/providers/shared/lenient';
import type { ModelOptions } from '#lib/providers/shared/model-api';
import { parseResponse } from '#lib/providers/shared/parse-response';
import type { ProviderContext } from '#lib/providers/shared/provider';
import {
  type JsonReply,
  type JsonRequest,
  parseReply,
  readModelBody,
} from '#lib/providers/shared/structured-output';

const responseSchema = z.looseObject({
  candidates: z.array(
    z.looseObject({
      content: z.looseObject({
        parts: z.array(z.looseObject({ text: z.string().nullish(), thought: lenient.boolean })),
      }),
    }),
  ),
  usageMetadata: lenient
    .object(lenient.numbers('promptTokenCount', 'candidatesTokenCount', 'thoughtsTokenCount'))
    .optional(),
});

/** Asks a Gemini model for JSON that follows a schema. @throws ProviderError */
export async function generateJson(
  options: ModelOptions,
  { instructions, input, schema }: JsonRequest,
  context: ProviderContext,
): Promise<JsonReply> {
  const body = {
    systemInstruction: { parts: [{ text: instructions }] },
    contents: [{ role: 'user', parts: [{ text: input }] }],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
  };
  const response = await generateContent(options, body, context);
  const { candidates, usageMetadata: usage } = parseResponse(
    responseSchema,
    readModelBody('Gemini', options.model, response, context, getErrorKind),
    'Gemini',
  );
  const parts = candidates.flatMap(({ content }) => content.parts).filter(({ thought }) => !thought);
  return {
    value: parseReply('Gemini', parts.map(({ text }) => text ?? '').join('')),
    inputTokens: usage?.promptTokenCount ?? 0,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  };
}
