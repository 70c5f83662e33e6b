import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#lib/core/crypto';
import type { VendorName, VendorReply } from '#scripts/mock-providers/play';

/** The vendors that are played from recordings; each has a folder of this name. */
export type RecordedVendor = Extract<VendorName, 'openai' | 'gemini' | 'perplexity'>;

const recordingName = /\.(?:json|sse\.txt|ndjson\.txt)$/;

/** The recordings of one vendor below a folder, by name, in order. A vendor without a folder has none. */
export async function recordingNames(folder: string, vendor: RecordedVendor): Promise<string[]> {
  const entries = await readdir(join(folder, vendor)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((name) => recordingName.test(name)).sort();
}

/**
 * Which recording answers a prompt in a country: always the same one, chosen by hash among the answers, which
 * are the files whose names do not begin with `error-` or `blocked-`. The order of `files` does not matter.
 */
export function recordingFor(
  vendor: RecordedVendor,
  prompt: string,
  country: string,
  files: string[],
): string | undefined {
  const answers = files.filter((name) => !/^(?:error|blocked)-/.test(name)).sort();
  const hash = sha256(JSON.stringify([vendor, prompt, country])).readUInt32BE(0);
  return answers[hash % answers.length];
}

/**
 * Reads a recording as the vendor would send it: `.json` is a body, `.sse.txt` a stream as it stands,
 * `.ndjson.txt` a stream whose lines lack the `data:` prefix. `error-401-…` has the status 401, others 200.
 */
export async function readRecording(
  folder: string,
  vendor: RecordedVendor,
  name: string,
): Promise<VendorReply> {
  const status = Number(/^error-(\d{3})-/.exec(name)?.[1] ?? 200);
  const body = await readFile(join(folder, vendor, name));
  if (name.endsWith('.json')) return { status, contentType: 'application/json', body };
  if (name.endsWith('.sse.txt')) return { status, contentType: 'text/event-stream', body };
  const lines = body.toString('utf8').split(/\r?\n/).filter(Boolean);
  return {
    status,
    contentType: 'text/event-stream',
    body: Buffer.from(lines.map((line) => `data: ${line}\n\n`).join('')),
  };
}
