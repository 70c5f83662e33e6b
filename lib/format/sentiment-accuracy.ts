import { formatLanguage } from '#lib/core/language-names';
import { formatPercent, formatPlural } from '#lib/core/numbers';
import { isLanguageOff, type LanguageAccuracy, sampleSize } from '#lib/core/sentiment';

/** Describes the accuracy of the classifier in a language: "English: right in 26 of 30 labeled sentences (87%)." */
export function describeAccuracy(accuracy: LanguageAccuracy): string {
  const { language, labeled, correct } = accuracy;
  const name = formatLanguage(language);
  if (labeled < sampleSize)
    return `${name}: not measured yet, ${labeled} of ${sampleSize} sentences labeled.`;
  const share = `right in ${isLanguageOff(accuracy) ? 'only ' : ''}${correct} of ${formatPlural(labeled, 'labeled sentence')} (${formatPercent(correct / labeled)})`;
  return isLanguageOff(accuracy) ? `${name}: off, because the classifier is ${share}.` : `${name}: ${share}.`;
}
