const mostBytes = 4 * 1024 * 1024;
export const tooLarge = 'The file is larger than 4 MB. Split it and read its parts.';

/** The text of a file in UTF-8, or in what spreadsheets write instead: UTF-16 or Windows-1252; null if it is too large. */
export async function readTextFile(file: File): Promise<string | null> {
  if (file.size > mostBytes) return null;
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
