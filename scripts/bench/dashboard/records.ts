import { randomUUID } from 'node:crypto';
import { toTaskType } from '#lib/contract/engines';
import { getSiteDomain } from '#scripts/bench/dashboard/daily-rows';
import { createSeededRandom, lastDay, type Random } from '#scripts/bench/dashboard/fixtures';

const siteCount = 60;
/** Brands of the project, “Brand 1” to “Brand 5”. Answers also contain as many brands that it does not track. */
const brandCount = 5;
const sourcesPerAnswer = 8;
/** A paragraph has about 260 characters, so an answer has about 1,500 to 6,000, like real answers. */
const minParagraphs = 6;
const maxParagraphs = 23;

// These contain the dashes, quotes, accents and domains that real answers have.
const sentences = [
  'It is a great choice for wet ground, with a sole that holds where the others slip.',
  'Runners of every level have praised its comfort over long distances — “like slippers”, one of them wrote.',
  'The upper wears out sooner than you would hope, and that is a problem on rough rock.',
  'In this year’s tests it was 12% lighter than its predecessor and lasted 640 km.',
  'A café owner in Zürich whom the reviewers interviewed called it boring but reliable.',
  'Their site, trail-tests.example.org, lists every size that they have tried, from 36 to 48½.',
  'For most people this is all that they need; if you race, look for something lower and faster.',
  'Prices range from 90 to 180, and the cheaper ones are not bad at all.',
];

/** Builds the records of a run's answers as the service delivers them: long answers, whose content is the same on every call. */
export function buildRecords(runId: string, runItemIds: readonly string[]) {
  const random = createSeededRandom(11);
  return runItemIds.map((id) => buildRecord(`${runId}:${id}`, random));
}

function buildRecord(idempotencyKey: string, random: Random) {
  const first = Math.floor(siteCount * random.next() ** 2);
  const page = random.nextInteger(1000);
  const sources = Array.from({ length: sourcesPerAnswer }, (_, index) => ({
    position: index + 1,
    url: `https://www.${getSiteDomain((first + 7 * index) % siteCount)}/guides/trail-shoes/${page}?utm_source=assistant`,
    label: `Trail shoes compared, page ${page}`,
    description: sentences[(page + index) % sentences.length] ?? '',
  }));
  const text = buildText(random);
  return {
    task: {
      id: randomUUID(),
      taskType: toTaskType('office'),
      status: 'COMPLETED',
      priority: 1,
      createdAt: `${lastDay}T13:${String(random.nextInteger(60)).padStart(2, '0')}:00.000Z`,
      idempotencyKey,
    },
    credits: { creditsToCharge: 5, creditsCharged: 5 },
    response: {
      text: text.replaceAll('**', ''),
      markdown: text,
      html: `https://storage.example/${idempotencyKey}`,
      sources,
      citationPills: sources.map(({ url, label, position, description }) => ({
        url,
        label,
        position,
        description,
        citationPillId: position,
        domain: new URL(url).hostname,
      })),
      searchQueries: [
        `best trail shoes ${random.nextInteger(20)}`,
        `trail shoes for wet ground ${random.nextInteger(20)}`,
      ],
    },
  };
}

/** Builds Markdown: an introduction, a numbered list with one brand per paragraph, and a closing paragraph. */
function buildText(random: Random): string {
  const count = minParagraphs + Math.floor((maxParagraphs - minParagraphs + 1) * random.next() ** 2);
  return Array.from({ length: count }, (_, index) => {
    const text = Array.from({ length: 3 }, () => sentences[random.nextInteger(sentences.length)]).join(' ');
    if (index === 0 || index === count - 1) return text;
    return `${index}. **Brand ${1 + random.nextInteger(2 * brandCount)}**: ${text}`;
  }).join('\n\n');
}
