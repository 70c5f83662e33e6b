import { isUuid } from '#lib/core/text';
import { isInstant } from '#lib/core/time';

/** Returns whether a text is a cursor of a list by time: an instant (see `isInstant`), a space and a UUID. */
export function isInstantCursor(text: string): boolean {
  const [instant = '', id, ...rest] = text.split(' ');
  return isInstant(instant) && isUuid(id) && rest.length === 0;
}
