import type { Intent } from '#lib/dashboard/prompts/draft-prompts';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { type BrandDraft, emptyBrand } from '../brand-fields';

/** A prompt as it stands in the form. */
export interface ListedPrompt {
  key: string;
  text: string;
  topic: string;
  tags: string[];
  language: string;
  chosen: boolean;
}

/** A competitor as it stands in the form. */
export type ListedBrand = BrandDraft & { key: string };

/** Everything the steps gather before anything is stored. */
export interface ProjectDraft {
  own: BrandDraft;
  competitors: ListedBrand[];
  category: string;
  prompts: ListedPrompt[];
  schedule: ScheduleDraft;
}

export const intentTopics: Record<Intent, string> = {
  discovery: 'Discovery',
  comparison: 'Comparison',
  alternative: 'Alternatives',
  price: 'Price',
  problem: 'Problems',
};

export function emptyDraft(schedule: ScheduleDraft): ProjectDraft {
  return { own: emptyBrand, competitors: [], category: '', prompts: [], schedule };
}

let made = 0;

/** A key that tells rows of the form apart. */
export function rowKey(): string {
  made += 1;
  return String(made);
}

/** Competitors that were given a name. */
export function namedCompetitors({ competitors }: ProjectDraft): ListedBrand[] {
  return competitors.filter(({ name }) => name.trim() !== '');
}

/** The prompts that will be asked, each once. */
export function chosenPrompts({ prompts }: ProjectDraft): ListedPrompt[] {
  const chosen = prompts.filter(({ chosen, text }) => chosen && text.trim() !== '');
  return [...new Map(chosen.map((prompt) => [prompt.text.trim(), prompt])).values()];
}
