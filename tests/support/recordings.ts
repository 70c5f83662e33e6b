import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParsedEvents, parseEvents } from '#lib/providers/shared/parse-response';

/** Bodies recorded from the real vendors. They are no part of the project and lie beside it, or not at all. */
export const recordingsFolder = resolve(import.meta.dirname, '../../../shared/recordings');
export const hasRecordings = existsSync(join(recordingsFolder, 'openai'));
export const missingRecordings = 'the vendors’ recordings are not beside the project, so these were left out';

/** The project's own bodies, about kayaks that do not exist. */
export const authoredFolder = resolve(import.meta.dirname, '../../fixtures/providers');

export function recordedText(name: string, folder = recordingsFolder): string {
  return readFileSync(join(folder, name), 'utf8');
}

export function recordedEvents(name: string, folder = recordingsFolder): ParsedEvents {
  return parseEvents(recordedText(name, folder));
}
