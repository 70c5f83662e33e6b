import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

const inflateAsync = promisify(inflate);
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks that a logo needs. Others can hold compressed profiles, texts or frames of any size, so they are removed. */
const keptTypes: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
]);
const maxPaletteBytes = 3 * 256;

interface Chunk {
  type: string;
  data: Buffer;
}

interface Header {
  width: number;
  height: number;
  bitsPerPixel: number;
  isInterlaced: boolean;
}

/**
 * Returns a PNG without the chunks that a logo does not need. Checks the size of the image before anything is decompressed,
 * and decompresses no more than an image of this size has (PNG specification, sections 5, 7 and 11).
 * @param maxSide maximum width and height, in pixels
 * @returns undefined if the bytes are no PNG of at most this size with exactly one image
 */
export async function cleanPng(bytes: Buffer, maxSide: number): Promise<Buffer | undefined> {
  const chunks = readChunks(bytes);
  const header = chunks && readHeader(chunks[0]);
  if (!header || header.width > maxSide || header.height > maxSide) return undefined;
  const kept = chunks.filter(({ type }) => keptTypes.has(type));
  const isCritical = ({ type }: Chunk) => /^[A-Z]/.test(type);
  const hasUnknown = chunks.some((chunk) => isCritical(chunk) && !keptTypes.has(chunk.type));
  if (hasUnknown || kept.some(({ type, data }) => type !== 'IDAT' && data.length > maxPaletteBytes)) {
    return undefined;
  }
  const compressed = Buffer.concat(kept.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const expectedBytes = countImageBytes(header);
  try {
    const image = await inflateAsync(compressed, { maxOutputLength: expectedBytes });
    return image.length === expectedBytes ? writeChunks(kept) : undefined;
  } catch {
    // The data is damaged, or longer than the image.
    return undefined;
  }
}

/** Reads the chunks up to IEND; undefined if one is damaged or incomplete. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return undefined;
}

function writeChunks(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(content));
    return [length, content, checksum];
  });
  return Buffer.concat([signature, ...parts]);
}

/** Samples per pixel by color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const samples = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

function readHeader(chunk: Chunk | undefined): Header | undefined {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) return undefined;
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const depth = data.readUInt8(8);
  const sampleCount = samples.get(data.readUInt8(9));
  if (width < 1 || height < 1 || ![1, 2, 4, 8, 16].includes(depth) || sampleCount === undefined) {
    return undefined;
  }
  const interlacing = data.readUInt8(12);
  if (interlacing > 1) return undefined;
  return { width, height, bitsPerPixel: depth * sampleCount, isInterlaced: interlacing === 1 };
}

/** The passes of an interlaced image (Adam7): first column and row, then the distance between columns and rows. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns the decompressed size of an image: each row has its pixels and one byte for the filter. */
function countImageBytes({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const countBytes = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return countBytes(width, height);
  return passes.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + countBytes(Math.ceil(Math.max(0, width - x) / dx), Math.ceil(Math.max(0, height - y) / dy)),
    0,
  );
}
