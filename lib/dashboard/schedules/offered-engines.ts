import { type Engine, engineFacts } from '#lib/contract/engines';
import { addOnCredits } from '#lib/dashboard/runs/add-ons';

/** The engines a schedule may ask, with what an answer of each and its add-ons cost: those a service answers by itself. */
export const offeredEngines = (
  ['chat', 'gen', 'answer', 'office', 'searchai', 'overview'] as const satisfies Engine[]
).map((engine) => ({
  engine,
  label: engineFacts[engine].label,
  credits: engineFacts[engine].credits,
  addOnCredits: addOnCredits(engine),
}));

/** What a new schedule asks unless told otherwise: the assistants people use most. */
export const defaultEngines: Engine[] = ['chat', 'gen', 'answer'];
