export const productNameMessage = 'Use a password that doesn’t contain “Answerscope”.';

/** Returns whether a password contains the name of the product, in any case and spelling. */
export function containsProductName(password: string): boolean {
  return containsText(password, 'answerscope');
}

/** Returns whether a text contains another one, ignoring case, spaces, and characters other than letters and digits. */
export const containsText = (text: string, part: string): boolean =>
  toComparable(text).includes(toComparable(part)) || toLetters(text).includes(toLetters(part));

/** Returns a text in the form in which texts are compared: lower case, without spaces and invisible characters. */
export const toComparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, '');

/** Returns the letters and digits of a text, in lower case. */
export const toLetters = (text: string): string => toComparable(text).replace(/[^\p{L}\p{N}]+/gu, '');
