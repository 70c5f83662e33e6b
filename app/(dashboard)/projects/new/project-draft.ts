import { useEffect, useState } from 'react';
import { splitList } from '#lib/core/text';
import type { Intent } from '#lib/dashboard/onboarding/suggest-prompts';
import { parsePastedPrompts } from '#lib/dashboard/prompts/parse-pasted-prompts';
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
  /** Names of competitors typed and not yet added. */
  typedCompetitors: string;
  category: string;
  prompts: ListedPrompt[];
  /** Prompts typed and not yet added, one a line. */
  typedPrompts: string;
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
  return {
    own: emptyBrand,
    competitors: [],
    typedCompetitors: '',
    category: '',
    prompts: [],
    typedPrompts: '',
    schedule,
  };
}

let made = 0;

/** A key that tells rows of the form apart. */
export function rowKey(): string {
  made += 1;
  return String(made);
}

/** The draft with what was typed and not yet added: going on loses nothing. */
export function withTyped(draft: ProjectDraft): ProjectDraft {
  const lines = parsePastedPrompts(draft.typedPrompts).map((text) => ({
    text,
    topic: '',
    tags: [],
    language: 'en',
  }));
  return {
    ...draft,
    competitors: [...draft.competitors, ...typedCompetitors(draft)],
    typedCompetitors: '',
    prompts: withPrompts(draft.prompts, lines),
    typedPrompts: '',
  };
}

/** The brands typed, each name once; those that stand in the draft already are passed over. */
function typedCompetitors({ own, competitors, typedCompetitors }: ProjectDraft): ListedBrand[] {
  const known = new Set([own, ...competitors].map(({ name }) => name.trim().toLowerCase()));
  const names = splitList(typedCompetitors, /[,;\n]/);
  const fresh = names.filter((name) => !known.has(name.toLowerCase()) && known.add(name.toLowerCase()));
  return fresh.map((name) => ({ ...emptyBrand, name, key: rowKey() }));
}

/** The prompts and more of them, chosen, each text once. */
export function withPrompts(
  prompts: readonly ListedPrompt[],
  more: readonly Pick<ListedPrompt, 'text' | 'topic' | 'tags' | 'language'>[],
): ListedPrompt[] {
  const known = new Set(['', ...prompts.map(({ text }) => text)]);
  const trimmed = more.map((prompt) => ({ ...prompt, text: prompt.text.trim() }));
  const fresh = [...new Map(trimmed.map((prompt) => [prompt.text, prompt])).values()];
  const unknown = fresh.filter(({ text }) => !known.has(text));
  return [...prompts, ...unknown.map((prompt) => ({ ...prompt, key: rowKey(), chosen: true }))];
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

/**
 * The draft of the steps, begun in the reader's time zone and kept with the tab so that a reload loses nothing; `forget` once a project came of it.
 * @param drafter who drafts for whom: the next to sign in there, or another organization, begins with nothing
 */
export function useSavedDraft(drafter: string, schedule: ScheduleDraft) {
  const place = `new-project ${drafter}`;
  const [empty] = useState(() => emptyDraft(schedule));
  const [draft, setDraft] = useState(empty);
  useEffect(() => {
    const kept = sessionStorage.getItem(place);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const here = { ...empty, schedule: { ...empty.schedule, timeZone } };
    setDraft(kept ? withNewKeys({ ...here, ...JSON.parse(kept) }) : here);
  }, [empty, place]);
  useEffect(() => {
    if (draft === empty) return;
    try {
      sessionStorage.setItem(place, JSON.stringify(draft));
    } catch {
      // More prompts than a browser keeps: the form works on without.
    }
  }, [draft, empty, place]);
  return { draft, setDraft, forget: () => sessionStorage.removeItem(place) };
}

/** Rows made from now on must not share a key with kept ones. */
function withNewKeys(draft: ProjectDraft): ProjectDraft {
  return {
    ...draft,
    competitors: draft.competitors.map((one) => ({ ...one, key: rowKey() })),
    prompts: draft.prompts.map((one) => ({ ...one, key: rowKey() })),
  };
}
