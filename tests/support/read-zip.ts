import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;

/** Returns the texts of a ZIP archive by file name. @throws Error if the archive is incomplete */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== endOfDirectory) throw new Error('The archive is incomplete.');
  const files = new Map<string, string>();
  let entry = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const isCompressed = archive.readUInt16LE(entry + 10) === 8;
    const size = archive.readUInt32LE(entry + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(entry + offset),
    );
    const name = archive.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0));
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + size);
    files.set(name, (isCompressed ? inflateRawSync(data) : data).toString('utf8'));
    entry += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
