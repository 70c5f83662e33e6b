import { isNestedDeeper } from '#lib/core/json-depth';
import { storable } from '#lib/providers/storable';

/** Levels of brackets an answer may have; real ones have about ten. */
const deepestAnswer = 200;

/** A part of a vendor's stream as JSON, or undefined when it is not, or nested deeper than any answer. */
export function parsedPart(text: string): unknown {
  if (isNestedDeeper(text, deepestAnswer)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A vendor's whole body as `parsedPart` has it, with every string in it storable, so that what reads it may make
 * addresses of its words. A part of a stream stays as it came: half a letter at its end may go on in the next.
 */
export function parsedBody(text: string): unknown {
  return storable(parsedPart(text.replace(/^\uFEFF/, '')));
}
