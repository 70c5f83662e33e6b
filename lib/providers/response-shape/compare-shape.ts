import { z } from 'zod';
import {
  getParentPath,
  isKindPath,
  isPresent,
  listMismatches,
  listPaths,
  type Mismatch,
  type ShapePath,
  withoutKinds,
} from '#lib/providers/response-shape/list-paths';
import { mergeKinds, readTree } from '#lib/providers/response-shape/response-tree';
import {
  addResponse,
  countAbsences,
  isMissing,
  jsonTypeSchema,
  type StoredShape,
} from '#lib/providers/response-shape/stored-shape';

/** A difference between a response and what its provider's transform reads, or between it and earlier responses. */
export const findingSchema = z.object({
  /**
   * `missing`: the field is absent everywhere in the response. `retyped`: it has a type that the schema does not accept.
   * `new`: nothing reads it, and no earlier response had it.
   */
  kind: z.enum(['missing', 'retyped', 'new']),
  /** See `ShapePath`. */
  path: z.string(),
  /** Its unexpected types, or those of a new field; empty if it is missing. */
  types: z.array(jsonTypeSchema),
  /** Whether it fails the check. */
  isFailure: z.boolean(),
  /** A new field beside the missing one, with the same type. */
  renamedTo: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export interface ShapeComparison {
  /** At most 20 of each kind. */
  findings: Finding[];
  /** The shape to store; undefined as long as no check has passed. */
  shape: StoredShape | undefined;
}

const maxFindingsPerKind = 20;

/**
 * Compares a response with what the transform reads, and with earlier responses.
 * @param bodies the parsed JSON of its bodies, or of the events of its stream
 * @param schema reads one of them
 * @param stored undefined until a check has passed; without it, no field counts as new
 */
export function compareShape(
  bodies: readonly unknown[],
  schema: z.ZodType,
  stored: StoredShape | undefined,
): ShapeComparison {
  const tree = readTree(bodies);
  const merged = mergeKinds(tree).items.get('');
  const { missing: needed, retyped } = merged ? listMismatches(merged, schema) : { missing: [], retyped: [] };
  const current = listPaths(tree, schema);
  const absent = listAbsentPaths(current, stored ?? {});
  const known = countAbsences(stored ?? {}, absent);
  const added = stored === undefined ? [] : listNewPaths(current, known);
  const findings = [
    ...describeMissing(needed, absent, { known, added }),
    ...retyped
      .filter((mismatch) => isChange(mismatch, current, stored))
      .map(({ path, types }): Finding => ({ kind: 'retyped', path, types, isFailure: true })),
    ...distinct(
      added.map(({ path, types }): Finding => ({ kind: 'new', path, types: [...types], isFailure: false })),
    ),
  ];
  const isFailed = findings.some(({ isFailure }) => isFailure);
  return {
    findings: limitPerKind(findings),
    shape: isFailed ? stored && known : addResponse(known, current),
  };
}

/** Lists the stored fields that the transform reads and that are absent although the object that contains them is there. */
function listAbsentPaths(current: readonly ShapePath[], known: StoredShape): string[] {
  const present = new Set(['', ...current.filter(isPresent).map(({ path }) => path)]);
  return Object.entries(known).flatMap(([path, { isRead, isOptional, types }]) => {
    const isExpected = isRead && isOptional !== true && !isKindPath(path) && isPresent({ types });
    return isExpected && !present.has(path) && present.has(getParentPath(path)) ? [path] : [];
  });
}

/** Lists the fields that nothing reads and no earlier response had, and new types of items and events, without their contents. */
function listNewPaths(current: readonly ShapePath[], known: StoredShape): ShapePath[] {
  const paths = new Set(current.map(({ path }) => path));
  const isNew = ({ path, isRead }: ShapePath) => !Object.hasOwn(known, path) && (!isRead || isKindPath(path));
  const added = new Set(current.filter(isNew).map(({ path }) => path));
  const isInside = (path: string): boolean => {
    const parent = getParentPath(path);
    return parent !== path && paths.has(parent) && (added.has(parent) || isInside(parent));
  };
  return current.filter((entry) => isNew(entry) && !isInside(entry.path));
}

/**
 * Describes the absent fields. One fails the check if every answer needs it, if it was renamed, or if it has always been
 * there before and remains absent.
 */
function describeMissing(
  needed: readonly string[],
  absent: readonly string[],
  { known, added }: { known: StoredShape; added: readonly ShapePath[] },
): Finding[] {
  const findNewName = (path: string) => {
    const parent = getParentPath(path);
    const types = known[path]?.types ?? [];
    const sibling = added.find(
      (entry) =>
        getParentPath(entry.path) === parent &&
        !entry.path.endsWith(']') &&
        entry.types.some((type) => type !== 'null' && types.includes(type)),
    );
    return sibling?.path;
  };
  const learned = absent.map((path): Finding => {
    const field = known[path];
    const renamedTo = findNewName(path);
    const isFailure = renamedTo !== undefined || (field !== undefined && isMissing(field));
    return { kind: 'missing', path, types: [], isFailure, ...(renamedTo && { renamedTo }) };
  });
  const others = needed.map((path): Finding => {
    const renamedTo = learned.find((finding) => withoutKinds(finding.path) === path)?.renamedTo;
    return { kind: 'missing', path, types: [], isFailure: true, ...(renamedTo && { renamedTo }) };
  });
  return distinct([...others, ...learned].toSorted((a, b) => Number(b.isFailure) - Number(a.isFailure)));
}

/**
 * Returns whether a type that the schema does not accept is a change. If only some of the values have it, it is one only
 * if earlier responses had another type there, because different types of items can use the same name.
 */
function isChange(
  { path, types, isPartial }: Mismatch,
  current: readonly ShapePath[],
  stored: StoredShape = {},
): boolean {
  if (!isPartial) return true;
  return current.some((entry) => {
    const earlier = stored[entry.path];
    if (earlier === undefined || withoutKinds(entry.path) !== path) return false;
    return types.some((type) => entry.types.includes(type) && !earlier.types.includes(type));
  });
}

/** Keeps the first of the findings that differ only in the types of items and events, which repeat each other. */
function distinct(findings: readonly Finding[]): Finding[] {
  const byPath = Map.groupBy(findings, ({ path }) => (isKindPath(path) ? path : withoutKinds(path)));
  return [...byPath.values()].flatMap(([first]) => first ?? []);
}

function limitPerKind(findings: readonly Finding[]): Finding[] {
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  return [...byKind.values()].flatMap((group) => group.slice(0, maxFindingsPerKind));
}
