import { type Engine, engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { countCharacters } from '#lib/core/text';
import { getPromptLimit } from '#lib/providers/capabilities';
import { ProviderError } from '#lib/providers/shared/provider';

/** The error of a prompt that is too long for a provider. It was not sent. Its message may be shown to members and clients. */
export class PromptTooLongError extends ProviderError {
  readonly maxLength: number;

  constructor(message: string, maxLength: number) {
    super('permanent', message);
    this.maxLength = maxLength;
  }
}

/** Checks the length of a prompt before it is sent. @throws PromptTooLongError */
export function checkPromptLength(
  { name, engine }: { name: string; engine: Engine },
  { prompt }: Pick<MonitorRequest, 'prompt'>,
): void {
  const limit = getPromptLimit(name, engine);
  // A code point has one or two UTF-16 code units.
  if (limit === undefined || prompt.length <= limit.maxLength) return;
  const length = countCharacters(prompt);
  if (length <= limit.maxLength) return;
  const format = (count: number) => count.toLocaleString('en');
  throw new PromptTooLongError(
    `${limit.title} accepts prompts of at most ${format(limit.maxLength)} characters for ${engineSpecs[engine].name}; this one has ${format(length)}.`,
    limit.maxLength,
  );
}
