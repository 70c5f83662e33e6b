import { and, inArray } from 'drizzle-orm';
import type { Disclosure } from '#lib/contract/disclosure';
import type { PanelRow } from '#lib/dashboard/disclosure/read-outcomes';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';
import { hasValues } from '#lib/db/has-values';
import { prompts } from '#lib/db/schema/projects';

/** A prompt that was asked in the period, archived or not. */
interface AskedPrompt {
  id: string;
  text: string;
  topic: string;
  language: string | null;
  isBranded: boolean;
  answers: number;
}

/** Lists the prompts that were asked in the period, by topic and wording. */
export async function listAskedPrompts(
  context: Context,
  projectId: string,
  rows: readonly PanelRow[],
): Promise<AskedPrompt[]> {
  const { db, organizationId } = context;
  const rowsByPrompt = Map.groupBy(rows, ({ promptId }) => promptId);
  // Whether a prompt is branded is stored with its answers; this is for prompts without any.
  const active = new Map((await listPrompts(context, { projectId })).map((prompt) => [prompt.id, prompt]));
  const stored = await db
    .select({ id: prompts.id, text: prompts.text, topic: prompts.topic, language: prompts.language })
    .from(prompts)
    .where(
      and(hasValues(prompts, { organizationId, projectId }), inArray(prompts.id, [...rowsByPrompt.keys()])),
    );
  return stored
    .map((prompt) => {
      const asked = rowsByPrompt.get(prompt.id) ?? [];
      const answers = asked.reduce((sum, { answered }) => sum + answered, 0);
      const isBranded =
        asked.some(({ isBrandedPrompt }) => isBrandedPrompt) ||
        (answers === 0 && active.get(prompt.id)?.isBranded === true);
      return { ...prompt, isBranded, answers };
    })
    .toSorted((a, b) => a.topic.localeCompare(b.topic) || a.text.localeCompare(b.text));
}

/** Groups prompts by topic; prompts without one come last. */
export function groupByTopic(asked: readonly AskedPrompt[]): Disclosure['promptTypes'] {
  return [...Map.groupBy(asked, ({ topic }) => topic)]
    .map(([topic, group]) => ({
      topic,
      prompts: group.length,
      branded: group.filter(({ isBranded }) => isBranded).length,
      answers: group.reduce((sum, { answers }) => sum + answers, 0),
    }))
    .toSorted((a, b) => Number(a.topic === '') - Number(b.topic === '') || b.prompts - a.prompts);
}

/** Counts prompts and answers by country and by the language of the prompts, the countries with most answers first. */
export function listPlaces(asked: readonly AskedPrompt[], rows: readonly PanelRow[]): Disclosure['places'] {
  const languages = new Map(asked.map(({ id, language }) => [id, language]));
  const getLanguage = ({ promptId }: PanelRow) => languages.get(promptId) ?? null;
  const countAnswers = (group: readonly PanelRow[]) => group.reduce((sum, { answered }) => sum + answered, 0);
  return [...Map.groupBy(rows, ({ country }) => country)]
    .toSorted(([a, first], [b, second]) => countAnswers(second) - countAnswers(first) || a.localeCompare(b))
    .flatMap(([country, inCountry]) =>
      [...Map.groupBy(inCountry, getLanguage)]
        .map(([language, group]) => ({
          country,
          language,
          prompts: new Set(group.map(({ promptId }) => promptId)).size,
          answers: countAnswers(group),
        }))
        .toSorted((a, b) => b.answers - a.answers),
    );
}
