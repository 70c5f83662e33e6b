import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { PageBoundary } from '#components/layout/page-skeleton';
import { Shell } from '#components/layout/shell';
import { canUse } from '#lib/core/permissions';
import { listProjects } from '#lib/dashboard/projects/project';
import { getContext, requireSession, requireUser } from '../session';
import { ReauthenticationProvider } from './account/reauthentication/provider';
import { switchOrganizationAction } from './actions';
import { DeletionBanner } from './deletion-banner';
import { EndpointNotices } from './developers/webhooks/endpoint-notices';

/** Layout of every signed-in page. Users without an organization can open only their account. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { memberships } = await requireUser();
  if (memberships.length === 0) return <ReauthenticationProvider>{children}</ReauthenticationProvider>;
  const { user, organization, organizations } = await requireSession();
  const context = await getContext();
  const projects = await listProjects(context);
  const isNavCollapsed = (await cookies()).get('nav')?.value === 'collapsed';
  return (
    <Shell
      isNavCollapsed={isNavCollapsed}
      data={{
        user: { name: user.name, email: user.email },
        organization: { id: organization.organizationId, name: organization.organizationName },
        organizations: organizations.map(({ organizationId, organizationName }) => ({
          id: organizationId,
          name: organizationName,
        })),
        switchOrganization: switchOrganizationAction,
        role: organization.role,
        canCreateProjects: canUse(context.actor, 'projects.edit'),
        canStartRuns: canUse(context.actor, 'runs.start'),
        projects: projects.map(({ id, name }) => ({ id, name })),
      }}
    >
      <ReauthenticationProvider>
        {organization.deletesAt ? (
          <DeletionBanner
            deletesAt={organization.deletesAt}
            canRestore={canUse(context.actor, 'organization.delete')}
          />
        ) : null}
        <EndpointNotices context={context} />
        <PageBoundary>{children}</PageBoundary>
      </ReauthenticationProvider>
    </Shell>
  );
}
