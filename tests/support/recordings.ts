import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParsedEvents, parseEvents } from '#lib/providers/shared/parse-response';

/** Responses recorded from the real providers. They are optional and not part of the repository. */
export const recordingsFolder = resolve(import.meta.dirname, '../../../shared/recordings');
export const hasRecordings = existsSync(join(recordingsFolder, 'openai'));
/** The end of a test title, which says why the test is skipped. */
export const recordingsTitleSuffix = hasRecordings
  ? ''
  : ' (skipped: the recorded provider responses are missing)';

/** Responses written for the tests, about fictional kayaks. */
export const fixturesFolder = resolve(import.meta.dirname, '../../fixtures/providers');

export function readRecording(name: string, folder = recordingsFolder): string {
  return readFileSync(join(folder, name), 'utf8');
}

export function readRecordedEvents(name: string, folder = recordingsFolder): ParsedEvents {
  return parseEvents(readRecording(name, folder));
}

/** Responses from the field, with what is expected of them in their READMEs. They are optional and not part of the repository. */
const casesFolder = resolve(import.meta.dirname, '../../../shared/cases');
export const hasCases = existsSync(join(casesFolder, 'p01-serpapi-inline-links'));
/** The end of a test title, which says why the test is skipped. */
export const casesTitleSuffix = hasCases ? '' : ' (skipped: the folder ../shared/cases is missing)';

/** Reads the JSON file of a case. */
export function readCase(name: string): unknown {
  return JSON.parse(readFileSync(join(casesFolder, name), 'utf8'));
}
