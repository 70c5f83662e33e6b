import type { Metadata } from 'next';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { limits, plans } from '#lib/contract/plans';
import { hasPermission } from '#lib/core/permissions';
import { getBranding } from '#lib/dashboard/reports/branding';
import { formatDate } from '#lib/format/dates';
import { formatCount } from '#lib/format/numbers';
import { listMembers } from '#lib/service/members/members';
import { deletionGraceDays } from '#lib/service/organizations/deletion';
import { getOrganization } from '#lib/service/organizations/organizations';
import { getContext, getRole } from '../../session';
import { ExportButton } from './export-button';
import { LeaveOrganization, TransferOwnership } from './membership';
import { OrganizationName } from './organization-name';
import { ReportBranding } from './report-branding';
import { ScheduleDeletion } from './schedule-deletion';

export const metadata: Metadata = { title: 'Settings' };

export default async function OrganizationPage() {
  const context = await getContext();
  const role = getRole(context);
  const [organization, members] = await Promise.all([getOrganization(context), listMembers(context)]);
  const { id, name, createdAt, deletesAt } = organization;
  const userId = context.actor.kind === 'member' ? context.actor.userId : undefined;
  const isOnlyOwner = role === 'owner' && members.filter((member) => member.role === 'owner').length === 1;
  const canDelete = hasPermission(role, 'organization.delete');
  return (
    <Page title="Settings" summary={`${name}, created on ${formatDate(createdAt)}.`}>
      <Section title="Name">
        <OrganizationName name={name} canRename={!deletesAt && hasPermission(role, 'organization.rename')} />
      </Section>
      <Section title="Reports" note="The logo, color and footer of your reports, also on share links.">
        <ReportBranding
          branding={await getBranding(context)}
          canManage={!deletesAt && hasPermission(role, 'branding.manage')}
        />
      </Section>
      <Section title="Plan and limits">
        <dl className="grid max-w-xl grid-cols-[1fr_auto] gap-x-6 gap-y-2 tabular-nums">
          {listLimits(organization).map(([label, value]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid border-b pb-2 last:border-b-0">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {hasPermission(role, 'organization.export') ? (
        <Section
          title="Export data"
          note="Everything that belongs to this organization, without API keys and other secrets."
        >
          <p className="mb-4 max-w-2xl text-muted">
            A ZIP archive with one JSON Lines file per table. Large organizations take a few minutes. The
            download is recorded in the audit log.
          </p>
          <ExportButton />
        </Section>
      ) : null}
      {!deletesAt && hasPermission(role, 'organization.manage') ? (
        <Section title="Ownership" note="The new owner gets full access, and you become an admin.">
          <TransferOwnership
            candidates={members
              .filter((member) => member.userId !== userId)
              .map((member) => ({ value: member.userId, label: `${member.name} (${member.email})` }))}
          />
        </Section>
      ) : null}
      <Section title="Leave organization">
        <LeaveOrganization organizationId={id} name={name} isOnlyOwner={isOnlyOwner} />
      </Section>
      {canDelete && !deletesAt ? (
        <Section title="Delete organization">
          <p className="mb-4 max-w-2xl text-muted">
            Its schedules, API keys and share links stop working immediately. For {deletionGraceDays} days an
            owner can restore it; then all projects, answers, members and keys are deleted permanently.
          </p>
          <ScheduleDeletion name={name} graceDays={deletionGraceDays} />
        </Section>
      ) : null}
    </Page>
  );
}

function listLimits({
  plan,
  concurrency,
  asyncConcurrency,
}: Awaited<ReturnType<typeof getOrganization>>): [string, string][] {
  return [
    ['Plan', plan.slice(0, 1).toUpperCase() + plan.slice(1)],
    ['Credits per month', formatCount(plans[plan].monthlyCredits)],
    ['Concurrent requests', formatCount(concurrency)],
    ['Concurrent tasks', formatCount(asyncConcurrency)],
    ['Queued tasks', formatCount(limits.queuedTasks)],
    ['Requests per second', formatCount(limits.requestsPerSecond)],
  ];
}
