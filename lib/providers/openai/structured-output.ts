import { z } from 'zod';
import { createResponse, getErrorKind } from '#lib/providers/openai/api';
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
  output: z.array(
    z.looseObject({ content: z.array(z.looseObject({ text: z.string().nullish() })).nullish() }),
  ),
  usage: lenient.object(lenient.numbers('input_tokens', 'output_tokens')).optional(),
});

/**
 * Asks a model of the Responses API, which xAI also implements, for JSON that follows a schema.
 * @param title the provider’s name in error messages
 * @throws ProviderError
 */
export async function generateJson(
  title: string,
  options: ModelOptions,
  { instructions, input, schema }: JsonRequest,
  context: ProviderContext,
): Promise<JsonReply> {
  const body = {
    model: options.model,
    input: [
      { role: 'system', content: instructions },
      { role: 'user', content: input },
    ],
    text: { format: { type: 'json_schema', name: 'result', strict: true, schema } },
    store: false,
  };
  const response = await createResponse(options, body, context);
  const { output, usage } = parseResponse(
    responseSchema,
    readModelBody(title, options.model, response, context, getErrorKind),
    title,
  );
  const text = output.flatMap(({ content }) => content ?? []).map((part) => part.text ?? '');
  return {
    value: parseReply(title, text.join('')),
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
  };
}
