import { defineTable, rowType } from '#lib/contract/tables/define-table';

/** A prompt where another tracked brand is present and the selected one is not. Files have a row for each engine. */
export interface GapRow {
  promptId?: string;
  prompt?: string;
  answers?: number;
  isMissingOnAllEngines?: boolean;
  engines?: readonly { engine: string; answers: number; presence: string }[];
  /** The most answers first. */
  competitors?: readonly { brand: { id: string; name: string }; answers: number }[];
  /** The engine of a row of a file, or the reason why there is no row with an engine. */
  result?: { engine?: string; answers?: number; presence: string };
}

/** Which brands the answers on an engine mention or cite. */
const presences = ['present', 'gap', 'none'] as const;

const listGapEngines = (engines: readonly { engine: string; presence: string }[]) =>
  engines.filter(({ presence }) => presence === 'gap').map(({ engine }) => engine);

function defineGaps(kind: { name: string; title: string; description: string; instead: string }) {
  const { instead, ...table } = kind;
  return defineTable({
    ...table,
    row: rowType<GapRow>(),
    columns: [
      {
        key: 'promptId',
        label: 'Prompt ID',
        type: 'id',
        surfaces: ['api', 'tool'],
        value: ({ promptId }) => promptId,
      },
      { key: 'prompt', label: 'Prompt', isLong: true, value: ({ prompt }) => prompt },
      {
        key: 'answers',
        label: 'Answers',
        type: 'count',
        surfaces: ['api', 'tool'],
        value: ({ answers }) => answers,
      },
      {
        key: 'isMissingOnAllEngines',
        fileKey: 'missing_on_all_engines',
        label: 'Brand missing on all engines',
        description:
          'True if no answer of any engine mentions the brand; with `kind=citation`, if none cites it',
        type: 'boolean',
        surfaces: ['file', 'api', 'tool'],
        value: ({ isMissingOnAllEngines }) => isMissingOnAllEngines,
      },
      {
        key: 'engines',
        label: 'Engines',
        surfaces: ['page', 'api', 'tool'],
        list: ({ engines }) => engines?.map((result) => ({ ...result })),
        fields: {
          engine: {},
          answers: { type: 'count' },
          presence: {
            description:
              '`present`: the brand is present; `gap`: only other tracked brands are; `none`: no tracked brand is.',
            oneOf: presences,
          },
        },
        text: ({ engines }) => engines && listGapEngines(engines),
        tool: { engines: ({ engines = [] }) => listGapEngines(engines) },
      },
      {
        key: 'engine',
        label: 'Engine',
        type: 'engine',
        surfaces: ['file'],
        value: ({ result }) => result?.engine,
      },
      {
        key: 'engineAnswers',
        fileKey: 'answers',
        label: 'Answers',
        type: 'count',
        surfaces: ['file'],
        value: ({ result }) => result?.answers,
      },
      { key: 'presence', label: 'Result', surfaces: ['file'], value: ({ result }) => result?.presence },
      {
        key: 'competitors',
        fileKey: 'instead',
        label: instead,
        description:
          'The other tracked brands that the engines with a gap mention or cite, and in how many of their answers.',
        list: ({ competitors }) =>
          competitors?.map(({ brand: { id, name }, answers }) => ({ id, name, answers })),
        fields: { id: { type: 'id' }, name: {}, answers: { type: 'count' } },
        text: ({ competitors }) => competitors?.map(({ brand }) => brand.name).join(', '),
        tool: {
          competitors: ({ competitors = [] }) =>
            competitors.map(({ brand, answers }) => `${brand.name} (${answers})`),
        },
      },
    ],
  });
}

export const mentionGapsTable = defineGaps({
  name: 'mention-gaps',
  title: 'Mention gaps',
  description:
    'Prompts whose answers mention another tracked brand and not the selected one, on some engine.',
  instead: 'Mentioned instead',
});

export const citationGapsTable = defineGaps({
  name: 'citation-gaps',
  title: 'Citation gaps',
  description: 'Prompts whose answers cite another tracked brand and not the selected one, on some engine.',
  instead: 'Cited instead',
});
