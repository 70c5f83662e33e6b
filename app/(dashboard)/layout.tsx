import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { OptionalPart, PageErrorBoundary } from '#components/layout/error-boundaries';
import { PageBoundary } from '#components/layout/page-skeleton';
import { Shell } from '#components/layout/shell';
import { ExportOrganizationProvider } from '#components/sections/export-menu';
import { canUse } from '#lib/core/permissions';
import { listProjects } from '#lib/dashboard/projects/project';
import { getContext, requireSession, requireUser, selectOrganization } from '../session';
import { ReauthenticationProvider } from './account/reauthentication/provider';
import { switchOrganizationAction } from './actions';
import { DeletionBanner } from './deletion-banner';
import { EndpointNotices } from './developers/webhooks/endpoint-notices';
import { ResetNotice } from './reset-notice';

/**
 * Layout of every signed-in page. Users who are in no organization, or whose organization requires a second factor that
 * they lack, can open only their account.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const account = await requireUser();
  const resetNotice = account.resetNotice ? <ResetNotice sentences={account.resetNotice} /> : null;
  if (account.memberships.length === 0 || (await selectOrganization(account)).needsSecondFactor) {
    return (
      <ReauthenticationProvider>
        {resetNotice}
        {children}
      </ReauthenticationProvider>
    );
  }
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
        {resetNotice}
        {organization.deletesAt ? (
          <DeletionBanner
            deletesAt={organization.deletesAt}
            canRestore={canUse(context.actor, 'organization.delete')}
          />
        ) : null}
        <OptionalPart>
          <EndpointNotices context={context} />
        </OptionalPart>
        <PageErrorBoundary>
          <ExportOrganizationProvider id={organization.organizationId}>
            <PageBoundary>{children}</PageBoundary>
          </ExportOrganizationProvider>
        </PageErrorBoundary>
      </ReauthenticationProvider>
    </Shell>
  );
}
