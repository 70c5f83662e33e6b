import { type Engine, engineFacts } from '#lib/contract/engines';

/** The engines a schedule may ask, with what an answer of each costs. */
export const offeredEngines = (['chat', 'gen', 'answer'] as const satisfies Engine[]).map((engine) => ({
  engine,
  label: engineFacts[engine].label,
  credits: engineFacts[engine].credits,
}));
