const swc = require('@swc/core');

// dependency-cruiser parses TypeScript with swc, because TypeScript 7 has no JavaScript API yet. It doesn't tell swc
// which files contain JSX, and it doesn't recognize type-only imports: these are dropped where the rules allow the
// UI to import types from lib/dashboard/.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => {
  const parsed = parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
  if (!/(^|\/)(components|lib\/(format|charts))\//.test(file)) return parsed;
  const isAllowed = (node) => node.typeOnly && node.source?.value.startsWith('#lib/dashboard/');
  return { ...parsed, body: parsed.body.filter((node) => !isAllowed(node)) };
};

/**
 * Ranks of folders, lowest first. A folder imports only from folders of lower rank, never from its own rank.
 * A folder without a rank of its own has the rank of its parent.
 */
const ranks = {
  lib: [
    ['core'],
    ['contract', 'pdf'],
    ['db', 'sandbox', 'client'],
    ['scale'],
    ['operations', 'queue', 'providers'],
    ['email'],
    ['service', 'dashboard'],
    ['format'],
    ['charts', 'report-emails'],
    ['registry'],
    ['mcp'],
    ['http'],
    ['web', 'worker', 'cli'],
  ],
  'lib/scale': [['pooler', 'citus', 'fair-share'], ['read-replica']],
  'lib/providers': [
    ['shared'],
    ['response-shape'],
    ['openai', 'gemini', 'serpapi', 'dataforseo', 'remote'],
    ['xai', 'perplexity'],
  ],
  'lib/dashboard': [
    ['session', 'api-credentials', 'statistics'],
    ['projects'],
    ['scoring', 'saved-views'],
    ['prompts', 'runs'],
    ['schedules', 'ingest'],
    ['rescoring', 'onboarding'],
    ['sentiment'],
    ['counts'],
    ['brands'],
    ['analytics'],
    ['annotations', 'experiments'],
    ['disclosure'],
    ['exports', 'demo', 'playground', 'metrics-api', 'alerts'],
    ['reports'],
    ['shares', 'subscriptions'],
  ],
  components: [
    ['ui'],
    ['overlays'],
    ['sections', 'layout', 'filters'],
    ['charts'],
    ['answers'],
    ['auth', 'competitors', 'experiments', 'fan-out', 'overview', 'sources'],
    ['reports'],
  ],
};

/** Imports that are forbidden even if the ranks allow them. The service and the dashboard share only the contract. */
const separations = [
  {
    from: 'lib/(?!scale/|web/|worker/|service/instance/)',
    forbidden: ['lib/scale/'],
  },
  { from: 'lib/dashboard/', forbidden: ['lib/providers/', 'lib/sandbox/'] },
  { from: 'lib/service/', forbidden: ['lib/client/'] },
  {
    from: 'lib/http/',
    forbidden: [
      'lib/client/',
      'lib/dashboard/(?!metrics-api/)',
      'lib/db/',
      'lib/queue/',
      'lib/email/',
      'lib/providers/',
      'lib/sandbox/',
    ],
  },
  {
    from: 'lib/(format|charts)/',
    forbidden: ['lib/(db|queue|email|providers|sandbox|service|http|client)/'],
  },
  { from: 'lib/(queue|providers|email)/', forbidden: ['lib/client/'] },
  { from: 'lib/(queue|email)/', forbidden: ['lib/sandbox/'] },
  { from: 'lib/email/', forbidden: ['lib/providers/'] },
  { from: 'lib/', forbidden: ['app/', 'components/', 'scripts/'] },
  {
    from: 'components/',
    forbidden: [
      'app/',
      'scripts/',
      'lib/(db|scale|queue|email|providers|sandbox|service|http|client|web|worker|cli)/',
    ],
  },
  { from: 'app/v1/', forbidden: ['components/', 'lib/(?!http/)'] },
  {
    from: 'app/(?!v1/|api/auth/|\\(auth\\)/|\\(dashboard\\)/(account|developers|members|organization)/)',
    forbidden: ['lib/service/'],
  },
  { from: 'app/', forbidden: ['scripts/', 'lib/(scale|queue|email|providers|sandbox|web|worker|cli)/'] },
  { from: 'app/(?!v1/)', forbidden: ['lib/http/'] },
];

const escapePattern = (text) => text.replace(/[()[\].]/g, '\\$&');
const matchAny = (folders) => `^(${folders.join('|')})`;

const rankRules = Object.entries(ranks).flatMap(([parent, levels]) =>
  levels.flatMap((folders, rank) =>
    folders.flatMap((folder) => {
      const lower = levels.slice(0, rank).flat();
      const ownFolder = `${parent}/${folder}/`;
      const siblings = levels.flat().filter((other) => other !== folder && !lower.includes(other));
      if (siblings.length === 0) return [];
      return {
        name: `${ownFolder} imports only from lower ranks of ${parent}/: ${lower.join(', ') || 'none'}`,
        severity: 'error',
        from: { path: `^${escapePattern(ownFolder)}` },
        to: { path: matchAny(siblings.map((other) => `${escapePattern(parent)}/${escapePattern(other)}/`)) },
      };
    }),
  ),
);

const unrankedRules = Object.entries(ranks).map(([parent, levels]) => ({
  name: `every folder of ${parent}/ has a rank`,
  severity: 'error',
  from: {
    path: `^${parent}/[^/]+/`,
    pathNot: matchAny(levels.flat().map((folder) => `${parent}/${folder}/`)),
  },
  to: {},
}));

const separationRules = separations.map(({ from, forbidden }) => ({
  name: `${from} does not import ${forbidden.join(', ')}`,
  severity: 'error',
  from: { path: `^${from}` },
  to: { path: matchAny(forbidden) },
}));

module.exports = {
  forbidden: [
    ...rankRules,
    ...unrankedRules,
    ...separationRules,
    {
      name: 'components/, lib/format/ and lib/charts/ import only types from lib/dashboard/',
      severity: 'error',
      from: { path: '^(components|lib/(format|charts))/' },
      to: { path: '^lib/dashboard/' },
    },
    {
      name: 'lib/dashboard/ uses only the job functions of lib/queue/',
      severity: 'error',
      from: { path: '^lib/dashboard/' },
      to: { path: '^lib/queue/', pathNot: '^lib/queue/jobs' },
    },
    { name: 'no circular import', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no cycle between folders',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(lib|components|scripts)' },
      to: { circular: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
