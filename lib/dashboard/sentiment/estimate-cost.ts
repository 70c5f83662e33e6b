/** `input` is a sentence with its share of the instructions, `output` its result. Measured on English answers. */
const tokensPerSentence = { input: 75, output: 30 };

/** Estimates the cost of classifying sentences, in US dollars, at prices per million tokens. */
export function estimateCost(
  sentences: number,
  { inputPrice, outputPrice }: { inputPrice: number; outputPrice: number },
): number {
  return (
    (sentences * (tokensPerSentence.input * inputPrice + tokensPerSentence.output * outputPrice)) / 1_000_000
  );
}
