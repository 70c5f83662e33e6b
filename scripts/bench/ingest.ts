import { loadavg } from 'node:os';
import { listSources, readAnswer } from '#lib/dashboard/ingest/read-answer';
import { readScoringVersions, scoreAnswer } from '#lib/dashboard/scoring/score-answer';
import { openDatabase, type PooledDatabase } from '#lib/db/database';
import { type BenchProject, createSmallFixtures } from '#scripts/bench/dashboard/fixtures';
import { answerCount, measureIngest, measureRescoring } from '#scripts/bench/dashboard/ingest';
import { populateDatabase } from '#scripts/bench/dashboard/populate';
import { buildRecords } from '#scripts/bench/dashboard/records';
import { readProcessTreeCpuSeconds } from '#scripts/bench/pipeline/usage';
import { alignColumns } from '#scripts/bench/table';
import { withTemporaryDatabase } from '#scripts/bench/temporary-database';

const minAnswersPerSecond = 1_000;
const rounds = 5;

/** The CPU time of one round, in milliseconds per answer. */
interface CpuTime {
  worker: number;
  database: number;
}

/**
 * npm run bench -- ingest: answers ingested per second by one worker, compared with inserts of the same rows without
 * analysis in the same rounds, on a temporary PostgreSQL with 10,000 answers.
 */
export async function benchIngest(): Promise<string> {
  return withTemporaryDatabase({}, async ({ cluster, url, adminUrl }) => {
    const fixtures = createSmallFixtures();
    await populateDatabase(adminUrl, fixtures);
    const db = openDatabase(url, { max: 4 });
    const measured: { ingest: number; insert: number; time: CpuTime }[] = [];
    // The first round compiles code and plans statements.
    for (let round = 0; round <= rounds; round += 1) {
      let time: CpuTime = { worker: 0, database: 0 };
      const rates = await measureIngest(db, fixtures.measured, async (work) => {
        time = await measureCpuTime(cluster.pid, work);
      });
      if (round > 0) measured.push({ ...rates, time });
    }
    const scoring = await measureScoring(db, fixtures.measured);
    const rescore = await measureRescoring(db, fixtures.measured);
    await db.$client.end();
    const ingest = getMedian(measured.map((round) => round.ingest));
    const insert = getMedian(measured.map((round) => round.insert));
    return [
      `${rounds} rounds of ${answerCount.toLocaleString('en')} answers of 1,500 to 6,000 characters with 8 sources; medians:`,
      alignColumns([
        ['', 'answers/s'],
        ['ingestion by one worker', ingest.toFixed(0)],
        ['inserts of the same rows, without analysis', insert.toFixed(0)],
        ['rescoring', rescore.toFixed(0)],
      ]),
      `Ingestion reaches ${((100 * ingest) / insert).toFixed(0)}% of the rate of bare inserts.`,
      `CPU time per answer: worker ${formatMedian(measured, 'worker')} ms, of which scoring is ${scoring.toFixed(2)} ms; database ${formatMedian(measured, 'database')} ms.`,
      `Goal: at least ${minAnswersPerSecond.toLocaleString('en')} answers ingested per second: ${ingest >= minAnswersPerSecond ? 'met' : 'missed'}.`,
      `Load average at the end: ${loadavg()[0]?.toFixed(2)}`,
    ].join('\n');
  });
}

async function measureCpuTime(postgresPid: number, work: () => Promise<unknown>): Promise<CpuTime> {
  const database = readProcessTreeCpuSeconds(postgresPid);
  const usage = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(usage);
  return {
    worker: (user + system) / 1000 / answerCount,
    database: ((readProcessTreeCpuSeconds(postgresPid) - database) * 1000) / answerCount,
  };
}

/** Returns the CPU time that scoring takes per answer, in milliseconds. */
async function measureScoring(
  db: PooledDatabase,
  { organizationId, projectId }: BenchProject,
): Promise<number> {
  const [version] = (await readScoringVersions(db, organizationId, [projectId])).get(projectId) ?? [];
  if (!version) throw new Error('The project has no scoring version.');
  const answers = buildRecords(
    'run',
    Array.from({ length: answerCount }, (_, index) => String(index)),
  ).map(({ response }) => {
    const normalized = readAnswer('office', response);
    return { text: normalized.text, sources: listSources(normalized) };
  });
  const usage = process.cpuUsage();
  for (const answer of answers) scoreAnswer(version.scorer, answer);
  const { user, system } = process.cpuUsage(usage);
  return (user + system) / 1000 / answerCount;
}

function formatMedian(measured: readonly { time: CpuTime }[], part: keyof CpuTime): string {
  return getMedian(measured.map(({ time }) => time[part])).toFixed(2);
}

function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
