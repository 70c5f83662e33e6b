import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { shownOrganizationHeader } from '#components/layout/shown-organization';
import { ServiceError } from '#lib/core/errors';

/** An operation was refused, because the page that sent it shows another organization than the current one. */
export class OutdatedPage extends ServiceError {
  /** @param reason a sentence that says why */
  constructor(reason: string, nextStep = 'Reload the page.') {
    super('RESOURCE_NOT_FOUND', { message: `${reason} Nothing was changed. ${nextStep}` });
  }
}

/** Returns the ID of the organization that the requesting page shows; null if it names none. Clients can send any text. */
export async function getShownOrganization(): Promise<string | null> {
  return (await headers()).get(shownOrganizationHeader) || null;
}

/** Makes the browser load a page as a document, with the shell of the current organization. @param path a safe path */
export function redirectToReload(path: string): never {
  redirect(path === '/' ? '/reload' : `/reload?to=${encodeURIComponent(path)}`);
}
