import { useEffect, useState } from 'react';
import type { ScheduleDraft } from '#lib/dashboard/schedules/schedule';
import { emptyDraft, type ProjectDraft, rowKey } from './project-draft';

/**
 * The draft of the steps, begun in the reader's time zone and kept with the tab so that a reload loses nothing; `forget` once a project came of it.
 * @param drafter who drafts for whom: the next to sign in there, or another organization, begins with nothing
 */
export function useKeptDraft(drafter: string, schedule: ScheduleDraft) {
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
