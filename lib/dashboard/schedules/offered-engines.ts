import { type Engine, engineFacts } from '#lib/contract/engines';

/** The engines a schedule may ask, with what an answer of each costs: those a service answers by itself. */
export const offeredEngines = (
  ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'] as const satisfies Engine[]
).map((engine) => ({
  engine,
  label: engineFacts[engine].label,
  credits: engineFacts[engine].credits,
}));

/** What a new schedule asks unless told otherwise: the assistants people use most. */
export const defaultEngines: Engine[] = ['chat', 'gen', 'answer'];
