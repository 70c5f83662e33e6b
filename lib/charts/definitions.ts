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

/** The same of a domain among the sources. */
export function sourceDefinitionsOf(domain: string) {
  return {
    citationShare: `Citations of pages of ${domain} ÷ all citations.`,
    cited: `Answers whose text points at a page of ${domain} ÷ answers.`,
    listed: `Answers that name a page of ${domain} as a source, cited or not ÷ answers.`,
    conversion: 'Answers that cite it ÷ answers that list it.',
    gap: (brand: string) => `Of the answers that cite it, those that name a competitor and not ${brand}.`,
  };
}
