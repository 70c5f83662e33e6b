import { z } from 'zod';
import { isPresent, type ShapePath } from '#lib/providers/response-shape/list-paths';

export const jsonTypeSchema = z.enum(['string', 'number', 'boolean', 'object', 'array', 'null']);

const storedField = z.object({
  types: z.array(jsonTypeSchema),
  /** Whether the transform reads it. */
  isRead: z.boolean(),
  /** Number of checks that found it. */
  seen: z.int(),
  /** Number of checks in a row that found the object that contains it without it. */
  absent: z.int().optional(),
  /** Whether it is known that a response can lack it. */
  isOptional: z.boolean().optional(),
});
export type StoredField = z.infer<typeof storedField>;

/** The fields that earlier responses had, by path. It contains no values. */
export const storedShapeSchema = z.record(z.string(), storedField);
export type StoredShape = z.infer<typeof storedShapeSchema>;

const maxStoredPaths = 400;
/** A field that this many checks found, and none missed, is expected in every response. */
const minSeen = 7;
/** An expected field that is absent this many times in a row is missing; once or twice can be chance. */
const minAbsent = 3;

/** Returns whether an absent field, in the state after this check, is missing for good. */
export const isMissing = ({ seen, absent = 0 }: StoredField) => seen >= minSeen && absent >= minAbsent;

/**
 * Counts the fields that are absent although the object that contains them is there. A field with a short history is
 * known to be optional then.
 */
export function countAbsences(known: StoredShape, absentPaths: readonly string[]): StoredShape {
  const absent = new Set(absentPaths);
  return mapFields(known, (path, field) => {
    if (!absent.has(path)) return field;
    return field.seen < minSeen
      ? { ...field, isOptional: true }
      : { ...field, absent: (field.absent ?? 0) + 1 };
  });
}

/** Adds the fields of a response that passed the check to those of earlier responses. */
export function addResponse(known: StoredShape, current: readonly ShapePath[]): StoredShape {
  const fields = new Map(Object.entries(known));
  const present = new Set<string>();
  for (const { path, types, isRead } of current) {
    const { seen, absent, isOptional, types: earlier } = fields.get(path) ?? { seen: 0, types: [] };
    const isFound = isPresent({ types });
    if (isFound) present.add(path);
    fields.set(path, {
      types: [...new Set([...earlier, ...types])],
      isRead,
      seen: seen + (isFound ? 1 : 0),
      ...(!isFound && absent !== undefined && { absent }),
      ...((isOptional || (isFound && absent !== undefined && absent < minAbsent)) && { isOptional: true }),
    });
  }
  // If there are too many, those that nothing reads and this response lacks are forgotten first.
  const rank = (path: string, field: StoredField) => (field.isRead ? 2 : 0) + (present.has(path) ? 1 : 0);
  const ranked = [...fields].toSorted((a, b) => rank(...b) - rank(...a));
  return Object.fromEntries(ranked.slice(0, maxStoredPaths));
}

function mapFields(shape: StoredShape, change: (path: string, field: StoredField) => StoredField) {
  return Object.fromEntries(Object.entries(shape).map(([path, field]) => [path, change(path, field)]));
}
