import { setTimeout as delay } from 'node:timers/promises';
import type { Env } from '#lib/core/env';
import { type Clock, getBackoffMs } from '#lib/core/time';
import { generateJson as generateGeminiJson } from '#lib/providers/gemini/structured-output';
import { generateJson as generateOpenAiJson } from '#lib/providers/openai/structured-output';
import { getProviderDetails, type ProviderName } from '#lib/providers/registry';
import type { ModelOptions } from '#lib/providers/shared/model-api';
import { type ProviderContext, ProviderError } from '#lib/providers/shared/provider';
import type { JsonReply, JsonRequest } from '#lib/providers/shared/structured-output';

/**
 * The providers whose models can return JSON that follows a schema, each with a small model that is sufficient to
 * classify text.
 */
export const languageModelProviders = {
  openai: { urlSetting: 'OPENAI_BASE_URL', model: 'gpt-5-mini' },
  gemini: { urlSetting: 'GEMINI_BASE_URL', model: 'gemini-2.5-flash-lite' },
  xai: { urlSetting: 'XAI_BASE_URL', model: 'grok-4-fast' },
} as const satisfies Partial<Record<ProviderName, object>>;
export type LanguageModelProvider = keyof typeof languageModelProviders;

export function isLanguageModelProvider(name: string): name is LanguageModelProvider {
  return Object.hasOwn(languageModelProviders, name);
}

const maxAttempts = 4;
const timeoutMs = 120_000;

/**
 * Asks a language model for JSON that fits a schema. Retries transient errors, up to four attempts in total.
 * @throws ProviderError; the signal's reason or an AbortError if aborted
 */
export async function generateJson(
  { provider, apiKey, model }: { provider: LanguageModelProvider; apiKey: string; model: string },
  request: JsonRequest,
  { settings, clock, signal }: { settings: Env; clock: Clock; signal: AbortSignal },
): Promise<JsonReply> {
  const { title } = getProviderDetails(provider);
  const { urlSetting } = languageModelProviders[provider];
  const options: ModelOptions = { apiKey, model, baseUrl: settings[urlSetting] };
  for (let attempt = 1; ; attempt += 1) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const context: ProviderContext = { clock, signal: AbortSignal.any([signal, timeout]) };
    try {
      return provider === 'gemini'
        ? await generateGeminiJson(options, request, context)
        : await generateOpenAiJson(title, options, request, context);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = timeout.aborted
        ? new ProviderError('transient', `${title} did not respond within ${timeoutMs / 1000} seconds.`)
        : error;
      if (!(failure instanceof ProviderError) || failure.kind !== 'transient' || attempt === maxAttempts) {
        throw failure;
      }
      await delay(Math.max(failure.retryAfterMs ?? 0, getBackoffMs(attempt)), undefined, { signal });
    }
  }
}
