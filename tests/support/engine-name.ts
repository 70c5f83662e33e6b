import { engines, getEngineName } from '#lib/contract/engines';

/** Matches the label of an engine, and no text that only contains one. */
export const engineName = new RegExp(`^(?:${engines.map(getEngineName).join('|')})$`);
