import { isCovered, isMeasured, type LanguageCoverage } from '#lib/core/language-coverage';
import { formatLanguage } from '#lib/core/language-names';
import { formatCount, formatPercent, formatPlural } from '#lib/core/numbers';

/** Describes how well mentions are found in a language, as a sentence, which warns if the language is not covered. */
export function describeLanguageCoverage({ language, measured }: LanguageCoverage): {
  text: string;
  isWarning: boolean;
} {
  const isWarning = !isCovered(measured);
  if (language === null) {
    const text =
      'The language of some prompts is unknown, so how well mentions are found in their answers is not measured.';
    return { text, isWarning };
  }
  const name = formatLanguage(language);
  if (measured === null || !isMeasured(measured)) {
    const labeled = measured
      ? `only ${formatPlural(measured.mentions, 'mention')} in it`
      : 'no sentence in it';
    const verb = measured && measured.mentions !== 1 ? 'are' : 'is';
    return { text: `Mentions in ${name} are not measured: ${labeled} ${verb} labeled.`, isWarning };
  }
  const found = `${formatPercent(measured.recall)} of ${formatCount(measured.mentions)} labeled mentions are found`;
  const right = `${formatPercent(measured.precision)} of what is found is right`;
  const text = isWarning
    ? `Mentions in ${name} are missed too often: only ${found}. ${right}.`
    : `${name}: ${found}; ${right}.`;
  return { text, isWarning };
}
