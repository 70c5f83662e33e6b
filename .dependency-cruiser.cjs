const swc = require('@swc/core');

// dependency-cruiser reads TypeScript through swc, since TypeScript 7 has no interface for it yet, and tells
// swc nothing of JSX.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

const lib = (...names) => names.map((name) => `lib/${name}/`);
const anyLayer = lib(
  'core',
  'contract',
  'database',
  'queue',
  'engines',
  'service',
  'http',
  'client',
  'dashboard',
  'charts',
);
const page = [...lib('core', 'dashboard', 'charts'), 'components/'];
const administration = [...page, ...lib('service')];

/** What a folder may import of ours, besides itself. The most particular folder counts. */
const layers = {
  'lib/core/': [],
  'lib/contract/': lib('core'),
  'lib/database/': lib('core'),
  'lib/queue/': lib('core'),
  'lib/engines/': lib('core', 'contract'),
  'lib/service/': lib('core', 'contract', 'database', 'queue', 'engines'),
  'lib/http/': lib('core', 'contract', 'service'),
  'lib/client/': lib('core', 'contract'),
  'lib/dashboard/': lib('core', 'contract', 'database', 'queue', 'client'),
  'lib/charts/': lib('core'),
  'lib/vendors/': lib('core'),
  'lib/worker/': anyLayer,
  'lib/web/': anyLayer,
  'lib/launch/': anyLayer,
  'lib/cli/': anyLayer,
  'components/': lib('core', 'contract', 'charts'),
  'app/': page,
  'app/(auth)/': administration,
  'app/(dashboard)/developers/': administration,
  'app/(dashboard)/members/': administration,
  'app/api/auth/': administration,
  'app/v1/': lib('http'),
};

const pattern = (folder) => folder.replace(/[()[\].]/g, '\\$&');
const anyOf = (folders) => `^(${folders.map(pattern).join('|')})`;

const layerRules = Object.entries(layers).map(([folder, allowed]) => {
  const narrower = Object.keys(layers).filter((other) => other !== folder && other.startsWith(folder));
  const self = folder.startsWith('app/') && folder !== 'app/v1/' ? ['app/'] : [folder];
  return {
    name: `${folder} imports only ${allowed.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: anyOf([folder]), ...(narrower.length > 0 && { pathNot: anyOf(narrower) }) },
    to: { path: '^(lib|components|app)/', pathNot: anyOf([...self, ...allowed]) },
  };
});

/** The dashboard's only use of the queue. */
const choresOnly = {
  name: 'lib/dashboard/ imports of lib/queue/ only its chores',
  severity: 'error',
  from: { path: '^lib/dashboard/' },
  to: { path: '^lib/queue/', pathNot: '^lib/queue/chores' },
};

const unknownLayer = {
  name: 'every folder of lib/ is a layer of this table',
  severity: 'error',
  from: { path: '^lib/', pathNot: anyOf(Object.keys(layers)) },
  to: {},
};

const circular = { name: 'no circular import', severity: 'error', from: {}, to: { circular: true } };

module.exports = {
  forbidden: [...layerRules, choresOnly, unknownLayer, circular],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
