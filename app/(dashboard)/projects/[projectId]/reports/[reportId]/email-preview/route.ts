import { getContext } from '#app/session.ts';
import { getEnv } from '#lib/core/env';
import { ServiceError } from '#lib/core/errors';
import { previewReportEmail } from '#lib/report-emails/send-test-report';

interface Route {
  params: Promise<{ projectId: string; reportId: string }>;
}

/** Shows the email of a report as subscribers would get it now. */
export async function GET(_: Request, { params }: Route) {
  const context = await getContext();
  try {
    const html = await previewReportEmail(context, await params, getEnv());
    return new Response(html, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return new Response(`${error.message}\n`, { status: error.status });
  }
}
