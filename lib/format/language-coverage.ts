import { isCovered, isMeasured, type LanguageCoverage } from '#lib/core/language-coverage';
import { formatLanguage } from '#lib/core/language-names';
import { defineMessages } from '#lib/core/messages';
import { formatPercent } from '#lib/core/numbers';

const messages = defineMessages({
  unknownLanguage:
    'The language of some prompts is unknown, so how well mentions are found in their answers is not measured.',
  notMeasured:
    'Mentions in {language} are not measured: {mentions, plural, =0 {no sentence in it is} one {only # mention in it is} other {only # mentions in it are}} labeled.',
  notCovered:
    'Mentions in {language} are missed too often: only {recall} of {mentions, number} labeled mentions are found. {precision} of what is found is right.',
  covered:
    '{language}: {recall} of {mentions, number} labeled mentions are found; {precision} of what is found is right.',
});

/** Describes how well mentions are found in a language, as a sentence, which warns if the language is not covered. */
export function describeLanguageCoverage({ language, measured }: LanguageCoverage): {
  text: string;
  isWarning: boolean;
} {
  const isWarning = !isCovered(measured);
  if (language === null) return { text: messages.unknownLanguage(), isWarning };
  const name = formatLanguage(language);
  if (measured === null || !isMeasured(measured)) {
    return { text: messages.notMeasured({ language: name, mentions: measured?.mentions ?? 0 }), isWarning };
  }
  const format = isWarning ? messages.notCovered : messages.covered;
  const text = format({
    language: name,
    recall: formatPercent(measured.recall),
    mentions: measured.mentions,
    precision: formatPercent(measured.precision),
  });
  return { text, isWarning };
}
