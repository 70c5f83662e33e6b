import type { Metadata } from 'next';
import { getContext, getRole } from '#app/session.ts';
import { Page } from '#components/layout/page';
import { Section } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { limits } from '#lib/contract/plans';
import { formatDate } from '#lib/core/dates';
import { formatCount } from '#lib/core/numbers';
import { explainDenial } from '#lib/core/permissions';
import { capitalize } from '#lib/core/text';
import { getBranding } from '#lib/dashboard/reports/branding';
import { listFormFields } from '#lib/operations/form-fields';
import { getMonthlyCredits } from '#lib/service/credits/credit-balance';
import { listMembers } from '#lib/service/members/members';
import { deletionGraceDays } from '#lib/service/organizations/deletion';
import { getOrganization, renameOrganization } from '#lib/service/organizations/organizations';
import { describeSharedCredits } from '../developers/usage/usage-sentences';
import { ExportButton } from './export-button';
import { LeaveOrganization, TransferOwnership } from './membership';
import { OrganizationName } from './organization-name';
import { ReportBranding } from './report-branding';
import { ScheduleDeletion } from './schedule-deletion';

export const metadata: Metadata = { title: 'Settings' };

export default async function OrganizationPage() {
  const context = await getContext();
  const role = getRole(context);
  const [organization, monthlyCredits, members, branding] = await Promise.all([
    getOrganization(context),
    getMonthlyCredits(context),
    listMembers(context),
    getBranding(context),
  ]);
  const { name, createdAt, deletesAt } = organization;
  const manageDenial = explainDenial(context.actor, 'owners.manage');
  const userId = context.actor.kind === 'member' ? context.actor.userId : undefined;
  const isOnlyOwner = role === 'owner' && members.filter((member) => member.role === 'owner').length === 1;
  return (
    <Page title="Settings" summary={`${name}, created on ${formatDate(createdAt)}.`}>
      <Section title="Name">
        {deletesAt ? (
          <p>{name}</p>
        ) : (
          <OrganizationName
            fields={listFormFields(renameOrganization)}
            name={name}
            denial={explainDenial(context.actor, 'organization.rename')}
          />
        )}
      </Section>
      {deletesAt ? null : (
        <Section title="Reports" note="The logo, color and footer of your reports, including shared ones.">
          <ReportBranding branding={branding} denial={explainDenial(context.actor, 'branding.manage')} />
        </Section>
      )}
      <Section
        title="Plan and limits"
        note={describeSharedCredits({ plan: organization.plan, monthly: monthlyCredits })}
      >
        <dl className="grid max-w-xl grid-cols-[1fr_auto] gap-x-6 gap-y-2 tabular-nums">
          {listPlanLimits(organization, monthlyCredits).map(([label, value]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid border-b pb-2 last:border-b-0">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        title="Export data"
        note="Everything that belongs to this organization, except API keys and other secrets."
      >
        <p className="mb-4 max-w-2xl text-muted">
          A ZIP archive with one JSON Lines file per table. Exporting a large organization takes a few
          minutes. The download is recorded in the audit log.
        </p>
        <ExportButton denial={explainDenial(context.actor, 'organization.export')} />
      </Section>
      {deletesAt ? null : (
        <Section title="Ownership" note="The member you choose becomes an owner, and you become an admin.">
          {manageDenial === null ? (
            <TransferOwnership
              candidates={members
                .filter((member) => member.userId !== userId)
                .map((member) => ({ value: member.userId, label: `${member.name} (${member.email})` }))}
            />
          ) : (
            <Button denial={manageDenial}>Transfer ownership</Button>
          )}
        </Section>
      )}
      <Section title="Leave organization">
        <LeaveOrganization name={name} isOnlyOwner={isOnlyOwner} />
      </Section>
      {deletesAt ? null : (
        <Section title="Delete organization">
          <p className="mb-4 max-w-2xl text-muted">
            Schedules, API keys and share links stop working immediately. Within {deletionGraceDays} days, an
            owner can restore the organization; after that, all projects, answers, members and keys are
            deleted permanently.
          </p>
          <ScheduleDeletion
            name={name}
            graceDays={deletionGraceDays}
            denial={explainDenial(context.actor, 'organization.delete')}
          />
        </Section>
      )}
    </Page>
  );
}

function listPlanLimits(
  { plan, concurrency, asyncConcurrency }: Awaited<ReturnType<typeof getOrganization>>,
  monthlyCredits: number,
): [string, string][] {
  return [
    ['Plan', capitalize(plan)],
    ['Credits per month', formatCount(monthlyCredits)],
    ['Concurrent requests', formatCount(concurrency)],
    ['Concurrent tasks', formatCount(asyncConcurrency)],
    ['Queued tasks', formatCount(limits.queuedTasks)],
    ['Requests per second', formatCount(limits.requestsPerSecond)],
  ];
}
