import { createShare } from '#lib/dashboard/shares/shares';
import { storeAnswers } from '#tests/e2e/store-answers';
import type { Tenant, TestApp } from '#tests/security/test-app';
import { shareOverview } from '#tests/support/reports';

/** What a journey needs to know about the data of its organization. */
export interface JourneyData {
  /** Origin of the instance. */
  url: string;
  email: string;
  /** Path of the link to a report. */
  sharePath: string;
  sharePassword: string;
}

const dayMs = 24 * 3_600_000;
const sharePassword = 'kayak-river-3';

/** Fills the project of a new organization with answers of two engines and two countries, and shares its overview. */
export async function createJourneyData(app: TestApp): Promise<JourneyData> {
  const tenant = await app.createTenant();
  for (const daysAgo of [1, 9]) {
    await storeAnswers(tenant, {
      engines: ['gen', 'office'],
      countries: ['US', 'JP'],
      at: new Date(Date.now() - daysAgo * dayMs),
      getAnswer: ({ engine }) => ({
        text: engine === 'gen' ? 'Paddlemoor leads, then Fjordwing.' : 'Fjordwing leads Paddlemoor.',
        sources: ['https://boats.example/kayaks', 'https://fjordwing.example/'],
        cited: ['https://boats.example/kayaks'],
        ...(engine === 'office' && { searchQueries: ['best kayaks', 'kayak prices'] }),
      }),
    });
  }
  return {
    url: app.instance.url,
    email: await getEmail(app, tenant),
    sharePath: await createLockedLink(tenant),
    sharePassword,
  };
}

async function getEmail({ db }: TestApp, { userIds }: Tenant): Promise<string> {
  const { rows } = await db.$client.query('SELECT email FROM users WHERE id = $1', [userIds.owner]);
  return rows[0].email;
}

async function createLockedLink({ owner, project }: Tenant): Promise<string> {
  const { reportId } = await shareOverview(owner, { projectId: project.id });
  const { token } = await createShare(owner, { projectId: project.id, reportId, password: sharePassword });
  return `/share/${token}`;
}
