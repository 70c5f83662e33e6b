import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';

/** Reads a file as text, including its byte order mark. */
export async function readFile(file: Readable): Promise<string> {
  return (await buffer(file)).toString('utf8');
}

/** Parses CSV as a spreadsheet does. The first row contains the labels. */
export function readCsv(csv: string): string[][] {
  return parse(csv, { bom: true });
}
