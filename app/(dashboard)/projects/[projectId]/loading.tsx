import { setTimeout as wait } from 'node:timers/promises';
import { headers } from 'next/headers';
import { ScreenSkeleton } from '#components/shell/screen-skeleton';
import { pageReady } from './page-ready';

const patienceMs = 600;
/** Long enough for a page that has all it shows to be written out. */
const writingMs = 100;

/**
 * What stands while a screen's figures are read. A document comes whole if its page is ready soon, as most are: a
 * skeleton sent first would show the answer a third of a second later.
 */
export default async function Loading() {
  const isDocument = (await headers()).get('sec-fetch-dest') === 'document';
  if (isDocument) await Promise.race([pageReady().promise.then(() => wait(writingMs)), wait(patienceMs)]);
  return <ScreenSkeleton />;
}
