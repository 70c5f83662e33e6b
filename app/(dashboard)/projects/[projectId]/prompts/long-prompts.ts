import { type Engine, type EngineProvider, engineSpecs } from '#lib/contract/engines';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { countCharacters } from '#lib/core/text';

const messages = defineMessages({
  tooLong:
    '{provider} accepts prompts of at most {maxLength, number} characters for {engines}. {prompts, plural, one {# prompt is} other {# prompts are}} longer and will fail there without being sent.',
});

/**
 * Describes the prompts that are too long for the providers of some engines, with one sentence for each provider and limit.
 * @param engines the engines that the prompts are sent to
 * @param providers the providers that serve the engines now
 */
export function describeLongPrompts(
  prompts: readonly { text: string }[],
  engines: readonly Engine[],
  providers: readonly EngineProvider[],
): string[] {
  const limited = providers.flatMap(({ engine, title, maxPromptLength }) =>
    title !== null && maxPromptLength !== undefined && engines.includes(engine)
      ? [{ engine, title, maxPromptLength }]
      : [],
  );
  const lengths = limited.length > 0 ? prompts.map(({ text }) => countCharacters(text)) : [];
  const groups = Map.groupBy(limited, ({ title, maxPromptLength }) => `${title} ${maxPromptLength}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { title, maxPromptLength } = first;
    const count = lengths.filter((length) => length > maxPromptLength).length;
    if (count === 0) return [];
    const names = formatList(group.map(({ engine }) => engineSpecs[engine].name));
    return [
      messages.tooLong({ provider: title, maxLength: maxPromptLength, engines: names, prompts: count }),
    ];
  });
}
