import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { storedPanelSchema } from '#tests/support/statistics-panels';

/** Expected results of the statistics, from another implementation. They are optional and not part of the repository. */
const vectorsFile = resolve(import.meta.dirname, '../../../shared/statistics-vectors.json');
export const hasVectors = existsSync(vectorsFile);
/** The end of a test title, which says why the test is skipped. */
export const vectorsTitleSuffix = hasVectors
  ? ''
  : ' (skipped: the file ../shared/statistics-vectors.json is missing)';

const vectorSchema = z.object({
  id: z.string(),
  kind: z.string(),
  what: z.string(),
  input: z.record(z.string(), z.unknown()),
  expect: z.unknown(),
  tol: z.object({ abs: z.number(), rel: z.number() }),
});
export type Vector = z.infer<typeof vectorSchema>;

const fileSchema = z.object({
  panels: z.record(z.string(), storedPanelSchema),
  vectors: z.array(vectorSchema),
});

const file = hasVectors
  ? fileSchema.parse(JSON.parse(readFileSync(vectorsFile, 'utf8')))
  : { panels: {}, vectors: [] };

/** The panels by name. */
export const storedPanels = new Map(Object.entries(file.panels));

/** Returns the vectors of a kind, as arguments of `test.each`. */
export function listVectors(kind: string): [string, Vector][] {
  return file.vectors
    .filter((vector) => vector.kind === kind)
    .map((vector) => [`${vector.id}: ${vector.what}`, vector]);
}

/** Compares a result with the expected one: numbers agree within the tolerance of the vector, the rest exactly. */
export function expectResult(actual: unknown, vector: Vector): void {
  const differences = listDifferences(actual, vector.expect, vector, '');
  expect(differences, vector.id).toEqual([]);
}

function listDifferences(actual: unknown, expected: unknown, vector: Vector, path: string): string[] {
  const { abs, rel } = vector.tol;
  if (typeof expected === 'number') {
    const isClose =
      typeof actual === 'number' && Math.abs(actual - expected) <= abs + rel * Math.abs(expected);
    return isClose ? [] : [`${path}: ${String(actual)} instead of ${expected}`];
  }
  if (typeof expected === 'object' && expected !== null) {
    if (Array.isArray(expected) && Array.isArray(actual) && actual.length !== expected.length)
      return [`${path}: ${actual.length} items instead of ${expected.length}`];
    const own: Record<string, unknown> = typeof actual === 'object' && actual !== null ? { ...actual } : {};
    return Object.entries(expected).flatMap(([key, value]) =>
      listDifferences(own[key], value, vector, `${path}.${key}`),
    );
  }
  return actual === expected ? [] : [`${path}: ${String(actual)} instead of ${String(expected)}`];
}
