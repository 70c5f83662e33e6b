import { useEffect, useState } from 'react';
import { parseCompetitors } from '#lib/dashboard/onboarding/parse-competitors';
import type { Intent } from '#lib/dashboard/onboarding/suggest-prompts';
import type { ParsedBrands } from '#lib/dashboard/prompts/parse-brands-csv';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { type BrandDraft, emptyBrand, toBrandDraft } from '../brand-draft';

/** A prompt in the form. */
export interface PromptDraft {
  key: string;
  text: string;
  topic: string;
  tags: string[];
  /** Null if it is detected. */
  language: string | null;
  selected: boolean;
}

/** A competitor in the form. */
export type CompetitorDraft = BrandDraft & { key: string };

/** Everything entered in the wizard. */
export interface ProjectDraft {
  own: BrandDraft;
  competitors: CompetitorDraft[];
  /** Typed competitors that are not added yet. */
  typedCompetitors: string;
  category: string;
  prompts: PromptDraft[];
  /** Typed prompts that are not added yet, one per line. */
  typedPrompts: string;
  schedule: ScheduleDraft;
  /** True once the member has edited the schedule. Until then, it is computed (see `suggestSchedule`). */
  isScheduleEdited: boolean;
}

/** The topic of the prompts that are suggested for an intent. */
export const intentTopics: Record<Intent, string> = {
  discovery: 'Discovery',
  comparison: 'Comparison',
  alternative: 'Alternatives',
  price: 'Price',
  problem: 'Problems',
};

/** Returns a unique key for a row of the form. */
function createRowKey(): string {
  return Math.random().toString(36).slice(2);
}

/** Adds the typed competitors and prompts that are not added yet. */
export function addPendingEntries(draft: ProjectDraft): ProjectDraft {
  const lines = parsePastedPrompts(draft.typedPrompts).map((text) => ({
    text,
    topic: '',
    tags: [],
    language: null,
  }));
  return {
    ...draft,
    competitors: [...draft.competitors, ...listNewCompetitors(draft)],
    typedCompetitors: '',
    prompts: appendPrompts(draft.prompts, lines),
    typedPrompts: '',
  };
}

/** Lists the typed competitors, without brands already in the draft. */
function listNewCompetitors({ own, competitors, typedCompetitors }: ProjectDraft): CompetitorDraft[] {
  const known = new Set([own, ...competitors].map(({ name }) => name.trim().toLowerCase()));
  return parseCompetitors(typedCompetitors)
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map(({ name, domains }) => ({ ...emptyBrand, name, domains: domains.join(', '), key: createRowKey() }));
}

/**
 * Merges the brands of a file into the draft. The file's own brand, if it has one, replaces that of the draft. Its
 * competitors replace those with the same name, regardless of case.
 */
export function mergeBrands(
  draft: Pick<ProjectDraft, 'own' | 'competitors'>,
  { own, competitors }: Pick<ParsedBrands, 'own' | 'competitors'>,
): Pick<ProjectDraft, 'own' | 'competitors'> {
  const getKey = (name: string) => name.trim().toLowerCase();
  const imported = new Set([...(own ? [own] : []), ...competitors].map(({ name }) => getKey(name)));
  return {
    own: own ? toBrandDraft(own) : draft.own,
    competitors: [
      ...draft.competitors.filter(({ name }) => !imported.has(getKey(name))),
      ...competitors.map((brand) => ({ ...toBrandDraft(brand), key: createRowKey() })),
    ],
  };
}

/** Appends new prompts as selected, without empty ones and duplicates. */
export function appendPrompts(
  prompts: readonly PromptDraft[],
  newPrompts: readonly Pick<PromptDraft, 'text' | 'topic' | 'tags' | 'language'>[],
): PromptDraft[] {
  const known = new Set(['', ...prompts.map(({ text }) => text)]);
  const added = newPrompts
    .map((prompt) => ({ ...prompt, text: prompt.text.trim(), key: createRowKey(), selected: true }))
    .filter(({ text }) => !known.has(text) && known.add(text));
  return [...prompts, ...added];
}

/** Returns the competitors that have a name. */
export function getNamedCompetitors({ competitors }: ProjectDraft): CompetitorDraft[] {
  return competitors.filter(({ name }) => name.trim() !== '');
}

/** Returns the selected prompts without duplicates. */
export function getSelectedPrompts({ prompts }: ProjectDraft): PromptDraft[] {
  const selected = prompts.filter(({ selected, text }) => selected && text.trim() !== '');
  return [...new Map(selected.map((prompt) => [prompt.text.trim(), prompt])).values()];
}

/**
 * Keeps the draft in session storage, so that a reload loses nothing. A new draft uses the browser's time zone.
 * `clearDraft` deletes it.
 * @param draftOwner user and organization the draft belongs to
 * @param schedule the schedule of a new draft
 */
export function useSavedDraft(draftOwner: string, schedule: ScheduleDraft) {
  const storageKey = `new-project ${draftOwner}`;
  const [empty] = useState<ProjectDraft>({
    own: emptyBrand,
    competitors: [],
    typedCompetitors: '',
    category: '',
    prompts: [],
    typedPrompts: '',
    schedule,
    isScheduleEdited: false,
  });
  const [draft, setDraft] = useState(empty);
  useEffect(() => {
    const stored = sessionStorage.getItem(storageKey);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const initial = { ...empty, schedule: { ...empty.schedule, timeZone } };
    setDraft(stored ? { ...initial, ...JSON.parse(stored) } : initial);
  }, [empty, storageKey]);
  useEffect(() => {
    if (draft === empty) return;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(draft));
    } catch {
      // The storage quota is exceeded. The form also works without a saved draft.
    }
  }, [draft, empty, storageKey]);
  return { draft, setDraft, clearDraft: () => sessionStorage.removeItem(storageKey) };
}
