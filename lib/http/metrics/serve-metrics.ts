import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { formatInstanceMetrics } from '#lib/http/metrics/instance-metrics';
import { getRequestMetrics } from '#lib/http/metrics/request-metrics';
import type { Service } from '#lib/service/instance/service';
import { getInstanceStats } from '#lib/service/provider-stats/instance-stats';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** GET /metrics: this process and, out of the database, the whole instance. Without the database it is the process alone. */
export async function serveMetrics({ db }: Service): Promise<Response> {
  const [own, standing] = await Promise.all([getRequestMetrics().text(), standingText(db)]);
  const up = `# HELP answerscope_database_up Whether the database answers.
# TYPE answerscope_database_up gauge
answerscope_database_up ${standing === undefined ? 0 : 1}\n\n`;
  return new Response(`${up}${standing ?? ''}${own}`, { headers: { 'Content-Type': contentType } });
}

async function standingText(db: Service['db']): Promise<string | undefined> {
  try {
    return formatInstanceMetrics(await getInstanceStats(db));
  } catch (error) {
    log.warn({ error: describeError(error) }, 'metrics could not be read');
    return undefined;
  }
}
