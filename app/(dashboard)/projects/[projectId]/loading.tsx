import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { headers } from 'next/headers';
import { ScreenSkeleton } from '#components/shell/screen-skeleton';
import { pageReady } from './page-ready';

const patienceMs = 600;
/**
 * More turns of the event loop than it takes to write out a page that has all it shows. Counted in time it would be too
 * short on a busy machine and too long on any other; turns with nothing left to write pass in a moment.
 */
const writingTurns = 50;

/**
 * What stands while a screen's figures are read. A document comes whole if its page is ready soon, as most are: a
 * skeleton sent first would show the answer a third of a second later.
 */
export default async function Loading() {
  const isDocument = (await headers()).get('sec-fetch-dest') === 'document';
  if (isDocument) await Promise.race([pageReady().promise.then(written), wait(patienceMs)]);
  return <ScreenSkeleton />;
}

async function written(): Promise<void> {
  for (let turns = 0; turns < writingTurns; turns += 1) await turn();
}
