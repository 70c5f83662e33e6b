import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { getOperationContext } from '#app/session.ts';
import { exportOrganization } from '#lib/service/exports/export-organization';

/** Exports all data of the organization as a ZIP archive, for owners. `organization` is the one that the page shows. */
export function GET(request: Request) {
  return respondWithFile(async () => {
    const shown = new URL(request.url).searchParams.get('organization');
    const context = await getOperationContext(shown);
    const { fileName, body } = await exportOrganization(context);
    return { name: fileName, type: 'application/zip', body };
  });
}
