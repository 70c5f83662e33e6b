'use client';

import { Button } from '#components/ui/button';
import { useClientQuery } from '#components/ui/client-query';
import { Notice } from '#components/ui/notice';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { splitList } from '#lib/core/text';
import type { AmbiguousName } from '#lib/dashboard/brands/ambiguous-names';
import { checkBrandNamesAction } from './actions';
import type { BrandDraft } from './brand-draft';
import { useDebouncedValue } from './use-debounced-value';

interface AmbiguousNameNoticeProps {
  /** The project, whose languages count; undefined for a new one. */
  projectId?: string | undefined;
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
}

const messages = defineMessages({
  places:
    '{names} {count, plural, one {is also a place} other {are also places}}. Turn on “Match case” and add {words} to “Must not appear near”, so that sentences about the {count, plural, one {place} other {places}} aren’t counted.',
  words:
    '{names} {count, plural, one {is also a common word} other {are also common words}} in {languages}. Turn on “Match case”, so that {lowerCaseNames} in lower case {count, plural, one {isn’t} other {aren’t}} counted. At the start of a sentence it still counts: words under “Must appear near”, such as what the brand sells, prevent that. If the brand is known by its domain, such as monday.com, use that as the name.',
});

/** Warns that a name of a brand is also a place or a common word, and offers rules that distinguish the brand. */
export function AmbiguousNameNotice({ projectId, draft, onChange }: AmbiguousNameNoticeProps) {
  const debounced = useDebouncedValue(`${draft.name},${draft.aliases}`);
  const names = splitList(debounced);
  const { data } = useClientQuery({
    queryKey: ['ambiguous-names', projectId, debounced],
    queryFn: async () => {
      const result = await checkBrandNamesAction({ names, projectId });
      return result.ok ? result.value : [];
    },
    enabled: names.length > 0,
  });
  const unresolved = (data ?? []).filter((found) => !isResolved(found, draft));
  const places = unresolved.filter(({ meaning }) => meaning === 'place');
  const words = unresolved.filter(({ meaning }) => meaning === 'common word');
  const excludedWords = [...new Set(places.flatMap(({ excludedContext }) => excludedContext))];
  const domain = findDomainOfWord(words, draft);
  const apply = () =>
    onChange({
      ...draft,
      matchCase: true,
      excludedContext: [...new Set([...splitList(draft.excludedContext), ...excludedWords])].join(', '),
    });
  return (
    <div role="status" className="sm:col-span-2">
      {unresolved.length > 0 ? (
        <Notice tone="warning">
          {places.length > 0 ? <p>{describePlaces(places, excludedWords)}</p> : null}
          {words.length > 0 ? <p>{describeWords(words)}</p> : null}
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" onClick={apply}>
              {excludedWords.length > 0 ? 'Add these rules' : 'Match case'}
            </Button>
            {domain ? (
              <Button size="small" onClick={() => onChange({ ...draft, name: domain })}>
                Use {domain} as the name
              </Button>
            ) : null}
          </div>
        </Notice>
      ) : null}
    </div>
  );
}

/** Returns whether the rules of a draft already distinguish the brand from the other meaning. */
function isResolved({ meaning }: AmbiguousName, draft: BrandDraft): boolean {
  const hasContext = draft.requiredContext.trim() !== '' || draft.excludedContext.trim() !== '';
  return hasContext || (meaning === 'common word' && draft.matchCase);
}

/** Returns the domain of a draft that begins with its name, if the name is a common word. */
function findDomainOfWord(
  words: readonly AmbiguousName[],
  { name, domains }: BrandDraft,
): string | undefined {
  const key = name.trim().toLowerCase();
  if (!words.some((word) => word.name.toLowerCase() === key)) return undefined;
  return splitList(domains).find((domain) => domain.toLowerCase().startsWith(`${key}.`));
}

function describePlaces(places: readonly AmbiguousName[], excludedWords: readonly string[]): string {
  const words = formatList(excludedWords.map((word) => `“${word}”`));
  return messages.places({ count: places.length, names: quoteNames(places), words });
}

function describeWords(words: readonly AmbiguousName[]): string {
  const lowerCaseNames = formatList(words.map(({ name }) => `“${name.toLowerCase()}”`));
  const languages = [...new Set(words.flatMap((word) => word.languages))];
  const shown = languages.slice(0, maxLanguages).map((code) => languageNames.of(code) ?? code);
  const others = languages.length > maxLanguages ? ['other languages'] : [];
  return messages.words({
    count: words.length,
    names: quoteNames(words),
    languages: formatList([...shown, ...others]),
    lowerCaseNames,
  });
}

const maxLanguages = 3;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

function quoteNames(names: readonly AmbiguousName[]): string {
  return formatList(names.map(({ name }) => `“${name}”`));
}
