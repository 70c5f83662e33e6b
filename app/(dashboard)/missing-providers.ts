import { formatEngineList } from '#lib/contract/engine-labels';
import { formatAlternatives } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';

/** The selected engines without a real provider; at least one. */
export interface MissingProviders {
  /** The sandbox answers them. */
  sandboxEngines: readonly string[];
  /** Their requests fail. */
  unavailableEngines: readonly string[];
  /** True if real providers serve other selected engines. */
  isPartial: boolean;
}

const messages = defineMessages({
  deselect:
    'You can also deselect {engines, plural, one {this engine} other {these engines}}, or run anyway.',
  sandbox:
    '{scope, select, all {Prompts} other {Prompts for {engines}}} are answered by the built-in sandbox. It knows only fictional brands and would never mention {brand}.',
  unavailable:
    '{engines} {count, plural, one {has no provider, so its prompts would fail} other {have no provider, so their prompts would fail}}. Failed prompts cost no credits.',
});

/**
 * Returns the title of a notice about missing providers, and the sentences that say what would happen.
 * @param scope `all` if no engine has a real provider and engines can't be selected yet
 */
export function describeMissingProviders(
  { sandboxEngines, unavailableEngines, isPartial }: MissingProviders,
  brand: string,
  scope: 'selected' | 'all' = 'selected',
): { title: string; sentences: string[] } {
  const isOnlySandbox = !isPartial && unavailableEngines.length === 0;
  return {
    title: getTitle({ sandboxEngines, unavailableEngines, isPartial }, scope),
    sentences: [
      ...(sandboxEngines.length > 0
        ? [
            messages.sandbox({
              scope: isOnlySandbox ? 'all' : 'other',
              engines: formatEngineList(sandboxEngines),
              brand: brand || 'yours',
            }),
          ]
        : []),
      ...(unavailableEngines.length > 0
        ? [
            messages.unavailable({
              engines: formatEngineList(unavailableEngines),
              count: unavailableEngines.length,
            }),
          ]
        : []),
    ],
  };
}

function getTitle(
  { sandboxEngines, unavailableEngines, isPartial }: MissingProviders,
  scope: 'selected' | 'all',
): string {
  const [noneReal, none] =
    scope === 'all'
      ? ['No engine has a provider key yet', 'No engine has a provider key yet']
      : [
          'None of the selected engines has a real provider yet',
          'None of the selected engines has a provider yet',
        ];
  if (unavailableEngines.length === 0) {
    return isPartial
      ? `Fictional answers for ${formatEngineList(sandboxEngines)}`
      : `${noneReal}, so answers would be fictional`;
  }
  if (isPartial) {
    const missing = sandboxEngines.length > 0 ? 'No real provider' : 'No provider';
    return `${missing} for ${formatEngineList([...sandboxEngines, ...unavailableEngines])}`;
  }
  return sandboxEngines.length > 0
    ? `${noneReal}, so answers would be fictional or missing`
    : `${none}, so prompts would fail`;
}

/** Says what a member can do instead of connecting the engines now. @param canStartRun true if a run can be started here */
export function suggestAlternative(
  { sandboxEngines, unavailableEngines, isPartial }: MissingProviders,
  canStartRun: boolean,
): string {
  if (!canStartRun) return 'You can also continue and decide before the first run.';
  if (isPartial) {
    return messages.deselect({ engines: sandboxEngines.length + unavailableEngines.length });
  }
  return sandboxEngines.length > 0
    ? 'You can also run anyway, to see how it works.'
    : 'You can also select other engines below.';
}

/** Suggests adding a key for one of the providers. @param titles at least one */
export function suggestProviderKey(titles: readonly string[]): string {
  return `To get real answers, add an API key from a provider such as ${formatAlternatives(titles.slice(0, 3))}.`;
}

/** Says that `ENGINE_PROVIDERS` allows no provider keys. @param engines the engines; undefined for all */
export function explainFixedProviders(engines?: readonly string[]): string {
  const scope = engines ? formatEngineList(engines) : 'any engine';
  return `Provider keys can’t be added for ${scope} on this instance. Ask its operator to change ENGINE_PROVIDERS.`;
}
