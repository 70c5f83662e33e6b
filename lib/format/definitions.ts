/** A figure and what it means. */
export interface Meaning {
  figure: string;
  means: string;
}

/** What the figures of a brand mean, in the words of metrics.md: said wherever one of them is explained. */
export function definitionsOf(brand: string) {
  return {
    visibility: `Answers that mention ${brand} ÷ answers.`,
    shareOfVoice: `Answers that mention ${brand} ÷ the sum over all tracked brands of answers that mention them. Prompts that name a brand are left out unless put back.`,
    position: `The rank of ${brand} by first mention among the brands mentioned, averaged over the answers that mention it. 1 is first.`,
    citationRate: `Answers that cite at least one address of ${brand} ÷ answers.`,
    citationShare: `Citations of addresses of ${brand} ÷ all citations.`,
    sentiment: (classifier: string) =>
      `100 × (positive − negative) ÷ all sentences that mention ${brand}, from −100 to +100. Classified by ${classifier}; answers in other languages are left out.`,
    triggered: 'Observations with an answer ÷ observations where there could be one.',
  };
}

/** What the tables of competitors mean beside these figures, each prompt by prompt. */
export function competitionDefinitionsOf(brand: string) {
  return {
    share: 'The prompt’s answers that mention the brand ÷ its answers.',
    lead: `Ahead or behind where the 95% interval of the difference leaves out 0, judged over all prompts together; within noise otherwise. A prompt needs 20 answers.`,
    mentionGap: `Prompts where ${brand} is in no answer while a tracked competitor is in at least one.`,
    citationGap: `Prompts where no answer cites an address of ${brand} while one cites an address of a tracked competitor.`,
    byMentions:
      'Mentions of the brand ÷ mentions of all tracked brands: an answer counts as often as it mentions them.',
    firstPlace: 'Answers where the brand ranks 1 ÷ answers that mention it.',
    place:
      'Answers where the brand has this rank by first mention among the brands mentioned ÷ answers that mention it.',
  };
}

/** What is counted of the engines' own searches. */
export function fanOutDefinitionsOf(brand: string) {
  return {
    asked:
      'Answers the search was made for. Searches are grouped by their text, whatever its case and spacing.',
    named: `Answers it was made for that mention ${brand} ÷ answers it was made for.`,
    told: 'The engine’s answers that tell at least one search ÷ its answers.',
  };
}

/** What an experiment tells. */
export const experimentDefinitions = {
  beyond:
    'The change of the prompts that were chosen, less the change of all others over the same days: what the change itself did (difference in differences), with its 95% interval.',
};

/** What is counted of sites together. */
export const siteDefinitions = {
  typeShare: 'Citations of sites of this type ÷ all citations.',
  stability: '100 × (1 − mean Bray–Curtis distance of consecutive days’ citation shares).',
};

/** The same of a domain among the sources. */
export function sourceDefinitionsOf(domain: string) {
  return {
    citationShare: `Citations of pages of ${domain} ÷ all citations.`,
    cited: `Answers whose text points at a page of ${domain} ÷ answers.`,
    listed: `Answers that name a page of ${domain} as a source, cited or not ÷ answers.`,
    conversion: 'Answers that cite it ÷ answers that list it.',
    gap: (brand: string) => `Of the answers that cite it, those that name a competitor and not ${brand}.`,
    named: (brand: string) => `Answers that cite it and mention ${brand} ÷ answers that cite it.`,
  };
}
