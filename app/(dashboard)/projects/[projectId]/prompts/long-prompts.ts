import { type Engine, type EngineProvider, engineSpecs } from '#lib/contract/engines';
import { formatList } from '#lib/core/lists';
import { formatCount, formatPlural } from '#lib/core/numbers';
import { countCharacters } from '#lib/core/text';

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
    const names = formatList(group.map(({ engine }) => engineSpecs[engine].product));
    const longer = count === 1 ? '1 prompt is' : `${formatPlural(count, 'prompt')} are`;
    return [
      `${title} accepts prompts of at most ${formatCount(maxPromptLength)} characters for ${names}. ${longer} longer and will fail there without being sent.`,
    ];
  });
}
