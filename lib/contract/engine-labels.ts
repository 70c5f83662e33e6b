import { type EngineAccess, getEngineName } from '#lib/contract/engines';
import { formatFacts, formatList } from '#lib/core/lists';

/** The model of an engine, on its last day with answers. */
export interface EngineModel {
  engine: string;
  /** Null if the engine reports none. */
  model: string | null;
  /** True if the answers come from the sandbox's fictional market. */
  isFictional: boolean;
  /** See `EngineAccess`. */
  access?: EngineAccess[keyof EngineAccess];
}

/** The model of each engine's recent answers, whether they are fictional, and how the engine is queried. */
export type EngineLabels = Readonly<Record<string, Omit<EngineModel, 'engine'>>>;

/** Labels an engine with the model of its answers: "ChatGPT · gpt-5.2". */
export function formatEngineWithModel({ engine, model, isFictional }: EngineModel): string {
  return formatFacts([getEngineName(engine), formatModel({ model, isFictional })]);
}

/**
 * Formats a model without the date at its end, such as "gpt-5.2". Returns "Sandbox" if the sandbox answers, and '' if the
 * engine reports no model.
 */
export function formatModel({ model, isFictional }: Pick<EngineModel, 'model' | 'isFictional'>): string {
  return isFictional ? 'Sandbox' : (model?.replace(/-\d{4}-\d{2}-\d{2}$/, '') ?? '');
}

/** Lists engines in a sentence: "ChatGPT and Gemini". */
export function formatEngineList(keys: readonly string[]): string {
  return formatList(keys.map(getEngineName));
}

/** Names a provider with the model that it uses: "OpenAI gpt-5.2". */
export function formatProvider(title: string, model: string | null): string {
  return model ? `${title} ${model}` : title;
}
