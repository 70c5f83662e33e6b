import { respondWithFile } from '#app/(dashboard)/export-response.ts';
import { getOperationContext } from '#app/session.ts';
import { exportOrganizationTable } from '#lib/registry/organization-tables';

/** Exports a table of the organization with the filters in the URL. `organization` is the one that the page shows. */
export async function GET(request: Request, { params }: { params: Promise<{ table: string }> }) {
  const { organization = null, ...parameters } = Object.fromEntries(new URL(request.url).searchParams);
  return respondWithFile(async () => {
    const context = await getOperationContext(organization);
    const { table } = await params;
    return exportOrganizationTable(context, { table, format: parameters.format ?? 'csv', parameters });
  });
}
