import type { Town } from '#lib/sandbox/geography/capitals';
import { stateTowns, towns } from '#lib/sandbox/geography/cities';
import { plain, wordAt } from '#lib/sandbox/words';

interface Name {
  name: string;
  plain: string;
  town: Town;
}

const names: readonly Name[] = [
  ...towns.map((town) => ({ name: town.name, plain: plain(town.name), town })),
  ...stateTowns.map((town) => ({
    name: town.region ?? town.name,
    plain: plain(town.region ?? town.name),
    town,
  })),
];

/** Towns whose names are also words; they must be written with a capital letter. */
const alsoWords = new Set(['nice', 'male', 'victoria', 'the valley', 'maine', 'perth', 'porto']);
const leadsToTown =
  /(?:^|[^\p{L}])(?:in|near|around|visit|visiting|(?:trip|travel|flights?|go|weekend) to|nach|bei) (?:downtown |central )?$/u;
const leadsInFrench = /(?:^|[^\p{L}])a $/u;
const speaksOfPlaces =
  /\b(hotels?|hostels?|trip|holiday|vacation|itinerary|restaurants?|cafes?|shops?|stores?|museums?|bars?|things to do)\b/u;

/**
 * The town or US state a prompt names: after a word such as "in" or "near", or beside one such as "hotels". Of two
 * with one name, the one in the reader's country.
 */
export function townNamed(prompt: string, country: string): Town | undefined {
  const text = plain(prompt);
  const beside = speaksOfPlaces.test(text);
  const found = names.filter((entry) => {
    const place = wordAt(text, entry.plain);
    if (place < 0) return false;
    const foreign = /[^\p{ASCII}]/u.test(entry.plain);
    const capital = prompt.includes(entry.name);
    if (alsoWords.has(entry.plain) && !capital) return false;
    return foreign || (beside && capital) || leads(text.slice(0, place), prompt);
  });
  const longest = Math.max(...found.map((entry) => entry.plain.length));
  const best = found.filter((entry) => entry.plain.length === longest);
  return (best.find(({ town }) => town.country === country) ?? best[0])?.town;
}

function leads(before: string, prompt: string): boolean {
  return leadsToTown.test(before) || (leadsInFrench.test(before) && /à /iu.test(prompt));
}
