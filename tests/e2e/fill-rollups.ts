import { addDays, toUtcDay } from '#lib/core/time';
import { Rollup, writeRollup } from '#lib/dashboard/ingest/rollup';
import type { Project } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { Context } from '#lib/db/context';

const engines = ['chat', 'gen'];
const countries = ['US', 'JP', 'SG'];
/** Answers per prompt, engine, country and day. */
const samples = 2;

/**
 * Writes four weeks of rollups directly, without storing the answers they count. Gen mentions only the first competitor, so
 * every prompt is a mention gap on Gen. Chat mentions only the project's own brand, but for the last prompt only the first
 * competitor, so the last prompt is a mention gap on both engines.
 */
export async function fillRollups(context: Context, project: Project): Promise<void> {
  const prompts = await listPrompts(context, { projectId: project.id });
  const rollup = new Rollup();
  const competitor = project.competitors[0];
  const today = toUtcDay(new Date());
  for (let daysAgo = 0; daysAgo < 28; daysAgo += 1) {
    for (const [index, prompt] of prompts.entries()) {
      for (const engine of engines) {
        for (const country of countries) {
          for (let sample = 0; sample < samples; sample += 1) {
            const isOwn = engine === 'chat' && index < prompts.length - 1;
            const brand = isOwn ? project.own : competitor;
            rollup.add({
              key: {
                organization_id: context.organizationId,
                project_id: project.id,
                scoring_version: 1,
                day: addDays(today, -daysAgo),
                prompt_id: prompt.id,
                engine,
                country,
              },
              status: 'answered',
              isBrandedPrompt: false,
              provider: 'sandbox',
              model: null,
              sources: [
                { domain: 'trail.example', citations: 2 },
                { domain: `${engine}.example`, citations: 1 },
                { domain: isOwn ? 'fjordwing.example' : 'paddlemoor.example', citations: sample },
              ],
              searchQueries: [],
              hasReportedQueries: true,
              hasReportedCitations: true,
              hasStructure: true,
              scores: brand
                ? [
                    {
                      brandId: brand.id,
                      role: isOwn ? 'own' : 'competitor',
                      mention: { brandId: brand.id, rank: 1, trackedRank: 1, count: 1, spans: [] },
                      citations: sample,
                    },
                  ]
                : [],
            });
          }
        }
      }
    }
  }
  await writeRollup(context.db, rollup, context.clock.now());
}
