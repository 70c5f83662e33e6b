import type { Engine } from '#lib/contract/engines';
import type { Settings } from '#lib/core/settings';
import { providerFor } from '#lib/engines/registry';

/** Who answers for an engine under these settings, such as `openai` or `sandbox`. */
export function providerName(engine: Engine, settings: Settings): string {
  return providerFor(engine, settings).name;
}
