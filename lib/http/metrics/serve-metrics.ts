import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { formatInstanceMetrics } from '#lib/http/metrics/instance-metrics';
import type { RequestMetrics } from '#lib/http/metrics/request-metrics';
import type { Service } from '#lib/service/instance/service';
import { getInstanceStats } from '#lib/service/provider-stats/instance-stats';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves the metrics of this process and, unless the database is unavailable, of the whole instance. */
export async function serveMetrics({ db }: Service, requestMetrics: RequestMetrics): Promise<Response> {
  const [process, instance] = await Promise.all([requestMetrics.text(), readInstanceMetrics(db)]);
  const up = `# HELP answerscope_database_up Whether the database is available.
# TYPE answerscope_database_up gauge
answerscope_database_up ${instance === undefined ? 0 : 1}\n\n`;
  return new Response(`${up}${instance ?? ''}${process}`, { headers: { 'Content-Type': contentType } });
}

async function readInstanceMetrics(db: Service['db']): Promise<string | undefined> {
  try {
    return formatInstanceMetrics(await getInstanceStats(db));
  } catch (error) {
    log.warn({ error: describeError(error) }, 'reading instance metrics failed');
    return undefined;
  }
}
