/** Text with differences of writing taken out, and where each of its UTF-16 units comes from. */
export interface Folded {
  text: string;
  /** For each unit of `text`, where its source begins in the original, in UTF-16 units. */
  starts: Uint32Array;
  /** … and where it ends. */
  ends: Uint32Array;
}

// A character with the marks that belong to it: composed only together do two writings of it become one.
const clusters = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
// Latin, Greek and Cyrillic accents only: in other scripts marks are vowels or change the letter.
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]/gu;
const cache = new Map<string, string>();

/**
 * Folds case, width, compatibility forms and accents (metrics.md, "Mention"); a stretch of white space becomes one
 * space, or a line break where it holds an empty line, so that words stay adjacent over one break only.
 */
export function fold(original: string): Folded {
  const writer = new FoldedWriter(original.length);
  for (let at = 0; at < original.length; ) {
    const end = plainEnd(original, at);
    if (end > at) {
      for (; at < end; at++) writer.put(lowerAscii(original.charCodeAt(at)), at, at + 1);
      continue;
    }
    at = foldCluster(original, at, writer);
  }
  return writer.finish();
}

/** The folded form alone, for names and phrases. */
export function foldText(original: string): string {
  return fold(original).text.trim();
}

/** Where the stretch of printable ASCII with single spaces in it from `at` ends that no mark follows. */
function plainEnd(text: string, at: number): number {
  let end = at;
  for (let unit = text.charCodeAt(end); end < text.length; end++) {
    const next = text.charCodeAt(end + 1);
    if (!isPlain(unit) && !(unit === 0x20 && isPlain(next))) break;
    unit = next;
  }
  // The last one may carry a mark: leave it to the slow way.
  return end < text.length && end > at && text.charCodeAt(end) > 0x7f ? end - 1 : end;
}

function isPlain(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

function lowerAscii(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
}

function foldCluster(original: string, at: number, writer: FoldedWriter): number {
  clusters.lastIndex = at;
  const cluster = clusters.exec(original)?.[0] ?? original.charAt(at);
  if (/^\s/u.test(cluster)) {
    const stretch = /\s+/uy;
    stretch.lastIndex = at;
    const space = stretch.exec(original)?.[0] ?? cluster;
    const breaks = space.match(/\r\n|[\r\n\u2028\u2029]/gu)?.length ?? 0;
    writer.put(breaks > 1 ? 0x0a : 0x20, at, at + space.length);
    return at + space.length;
  }
  const end = at + cluster.length;
  const folded = foldOne(cluster);
  for (let unit = 0; unit < folded.length; unit++) writer.put(folded.charCodeAt(unit), at, end);
  return end;
}

function foldOne(cluster: string): string {
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  const folded = cluster
    .normalize('NFKC')
    // Up and down again: ß and ss, ς and σ meet.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\u00ad|\u200b|\u2060|\ufe0f|\ufeff/gu, '')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\s+/gu, ' ');
  if (cache.size > 20_000) cache.clear();
  cache.set(cluster, folded);
  return folded;
}

class FoldedWriter {
  private units: Uint16Array;
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;

  constructor(expected: number) {
    this.units = new Uint16Array(expected + 64);
    this.starts = new Uint32Array(expected + 64);
    this.ends = new Uint32Array(expected + 64);
  }

  put(unit: number, start: number, end: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length++;
  }

  finish(): Folded {
    return {
      text: Buffer.from(this.units.buffer, 0, 2 * this.length).toString('utf16le'),
      starts: this.starts.subarray(0, this.length),
      ends: this.ends.subarray(0, this.length),
    };
  }

  private grow(): void {
    const larger = <T extends Uint16Array | Uint32Array>(from: T, into: T): T => {
      into.set(from);
      return into;
    };
    const size = 2 * this.units.length;
    this.units = larger(this.units, new Uint16Array(size));
    this.starts = larger(this.starts, new Uint32Array(size));
    this.ends = larger(this.ends, new Uint32Array(size));
  }
}
