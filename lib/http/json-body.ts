import { limits } from '#lib/contract/plans';
import { invalidField, ServiceError } from '#lib/core/errors';
import { findJsonExcess, type JsonLimits } from '#lib/core/json-limits';
import { Slots } from '#lib/core/slots';
import { readLimitedBody } from '#lib/core/validation';
import { mapInTurns, WorkTurns } from '#lib/http/work-turns';

/** Validating 256 KiB of short keys would take about 100 ms. */
const jsonLimits: JsonLimits = { maxDepth: limits.bodyDepth, maxValues: limits.bodyValues };
/** Smaller bodies take less than about a millisecond and need no turn. */
const largeBytes = 16 * 1024;
/**
 * Large bodies that an organization sends at once to a process. It reads the next one when one of these is parsed and has
 * taken as long as at this speed: parsing 8 MB and storing its tasks take 1 to 2 s, so that two clients without a pause
 * made the pages of others twice as slow. 100 batches of 20 KB a second remain possible.
 */
const parallelBodies = 4;
const bytesPerMs = 500;

/** The turns of requests to /v1 and /mcp in this process. */
export const workTurns = new WorkTurns();
const slots = new Slots(parallelBodies);

/**
 * Reads and parses a JSON body. Large ones take turns (see `WorkTurns`), and the last turn continues after the return.
 * @param subject whose turns they are
 * @returns the value. A list is a batch: its items that are too large or too complex are `ServiceError`s, and if it has too
 *   many, the rest is missing.
 * @throws ServiceError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
export async function readJson(request: Request, maxBytes: number, subject: string): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type && type.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  }
  const declaredBytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(declaredBytes) && declaredBytes > maxBytes) throw tooLarge(maxBytes);
  // A body of unknown size counts with its size once it is read, or with the limit if it is larger.
  let size = maxBytes;
  const read = async () => {
    const bytes = await readLimitedBody(request.body, maxBytes);
    if (!bytes) throw tooLarge(maxBytes);
    size = bytes.length;
    if (bytes.length <= largeBytes) return parseBody(decodeUtf8(bytes), subject);
    await workTurns.wait(subject);
    return parseBody(decodeUtf8(bytes), subject);
  };
  if (declaredBytes <= largeBytes) return read();
  return slots.run(subject, read, () => size / bytesPerMs);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', {
    message: `The request body is larger than ${maxBytes / 1024} KiB. Send a smaller body.`,
    details: { limit: maxBytes },
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('', 'The body is not UTF-8');
  }
}

const excessMessages = {
  depth: 'The body is nested too deeply',
  values: `Expected at most ${limits.bodyValues.toLocaleString('en')} values in an object`,
};
const invalidMessage = 'The body is not valid JSON';

function parseBody(text: string, subject: string): unknown {
  if (!/^\s*\[/.test(text)) return parseJson(text);
  return mapInTurns(splitJsonArray(text, limits.batchTasks + 1), parseItem, () => workTurns.wait(subject));
}

function parseJson(text: string): unknown {
  const excess = findJsonExcess(text, jsonLimits);
  if (excess) throw invalidField('', excessMessages[excess]);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('', invalidMessage);
  }
}

/** Parses an item of a batch. Those that a single request could not contain are returned as errors. */
function parseItem(text: string): unknown {
  if (text.length > limits.bodyBytes) {
    return invalidField('', `The task is larger than ${limits.bodyBytes / 1024} KiB`);
  }
  if (findJsonExcess(text, jsonLimits) === 'values') return invalidField('', excessMessages.values);
  return parseJson(text);
}

/**
 * Yields the text of each item of a JSON list, at most `maxItems`. Each still has to be parsed.
 * @throws ServiceError VALIDATION_ERROR if the list is not complete, or followed by anything
 */
function* splitJsonArray(text: string, maxItems: number): Generator<string> {
  let start = text.indexOf('[') + 1;
  let depth = 1;
  let items = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    const isEnd = depth === 0;
    if (!isEnd && !(depth === 1 && code === 0x2c && !isInString)) continue;
    const item = text.slice(start, index);
    const isEmptyList = isEnd && items === 0 && item.trim() === '';
    if (!isEmptyList) yield item;
    items += 1;
    if (items === maxItems) return;
    start = index + 1;
    if (!isEnd) continue;
    if (code === 0x5d && /^\s*$/.test(text.slice(start))) return;
    break;
  }
  throw invalidField('', invalidMessage);
}
