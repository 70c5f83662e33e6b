import type { z } from 'zod';
import {
  describeSchema,
  getFieldSchema,
  isNeeded,
  type ReadValue,
} from '#lib/providers/response-shape/describe-schema';
import type { ShapeNode } from '#lib/providers/response-shape/response-tree';
import type { JsonType } from '#lib/providers/shared/response-fields';

/** A field of a response, or a kind of the items of an array. */
export interface ShapePath {
  /**
   * Such as `choices[].message.content`. The items of an array, and the events of a stream, are separated by their type:
   * `[response.completed].response.output[message].content`.
   */
  path: string;
  types: readonly JsonType[];
  /** Whether a schema reads it. */
  isRead: boolean;
}

/** Fields with longer paths are left out. */
const maxPathLength = 200;
/** Number of levels that are listed of a value that nothing reads. */
const maxUnreadLevels = 2;

/** Returns whether a value is there: null counts as absent, as it does for the transforms. */
export const isPresent = ({ types }: { types: Iterable<JsonType> }) =>
  [...types].some((type) => type !== 'null');

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Returns the path of the object or array that contains a field or an item. */
export function getParentPath(path: string): string {
  return path.replace(/(?:\[[^\]]*\]|\.?[^.[\]]+)$/, '');
}

/** Returns whether a path stands for the items of one type, or the events of one type. */
export const isKindPath = (path: string) => /\[[^\]]+\]$/.test(path);

/** Removes the types of items and events from a path. */
export const withoutKinds = (path: string) => path.replace(/^\[[^\]]*\]\.?/, '').replace(/\[[^\]]*\]/g, '[]');

/**
 * Lists the fields of a response.
 * @param tree the shape of the list of its bodies or events
 * @param schema reads one of them
 * @returns the fields that the schema reads first
 */
export function listPaths(tree: ShapeNode, schema: z.ZodType): ShapePath[] {
  const paths: ShapePath[] = [];
  const visit = (node: ShapeNode, path: string, nodeSchema: z.ZodType | undefined, unreadLevel: number) => {
    if (path.length > maxPathLength || unreadLevel > maxUnreadLevels) return;
    if (path !== '') paths.push({ path, types: [...node.types].sort(), isRead: nodeSchema !== undefined });
    const read = nodeSchema && describeSchema(nodeSchema);
    const visitChild = (child: ShapeNode, childPath: string, childSchema: z.ZodType | undefined) =>
      visit(child, childPath, childSchema, childSchema ? 0 : unreadLevel + 1);
    for (const [key, child] of node.fields) {
      visitChild(child, joinPath(path, key), read && getFieldSchema(read, key));
    }
    for (const [kind, child] of node.items) visitChild(child, `${path}[${kind}]`, read?.item);
  };
  for (const [kind, body] of tree.items) visit(body, kind && `[${kind}]`, schema, 0);
  return paths.toSorted((a, b) => Number(b.isRead) - Number(a.isRead));
}

/** A field with types that the schema does not accept. */
export interface Mismatch {
  /** Without the types of items and events. */
  path: string;
  types: JsonType[];
  /** Whether other values of the field have an accepted type. */
  isPartial: boolean;
}

/**
 * Lists the fields that every answer needs and this response does not have, and those with a type that the schema does
 * not accept, whatever the type of the item or event that contains them.
 * @param tree the merged shape of the bodies or events
 */
export function listMismatches(
  tree: ShapeNode,
  schema: z.ZodType,
): { missing: string[]; retyped: Mismatch[] } {
  const missing: string[] = [];
  const retyped: Mismatch[] = [];
  const visit = (node: ShapeNode, nodeSchema: z.ZodType, path: string) => {
    if (path.length > maxPathLength) return;
    const read = describeSchema(nodeSchema);
    const types = [...node.types].filter((type) => type !== 'null' && read.types && !read.types.has(type));
    if (types.length > 0) {
      const isPartial = [...node.types].some((type) => type !== 'null' && !types.includes(type));
      retyped.push({ path, types, isPartial });
    }
    if (node.types.has('object')) {
      missing.push(...listMissingFields(node, read).map((key) => joinPath(path, key)));
    }
    for (const [key, child] of node.fields) {
      const childSchema = getFieldSchema(read, key);
      if (childSchema) visit(child, childSchema, joinPath(path, key));
    }
    for (const child of node.items.values()) if (read.item) visit(child, read.item, `${path}[]`);
  };
  visit(tree, schema, '');
  return { missing, retyped };
}

/** Lists the needed fields that are absent; if the object can have several forms, those of the form that fits best. */
function listMissingFields({ fields }: ShapeNode, { forms }: ReadValue): string[] {
  const isAbsent = (key: string) => !isPresent(fields.get(key) ?? { types: [] });
  const missing = forms.map((form) =>
    [...form].flatMap(([key, schema]) => (isNeeded(schema) && isAbsent(key) ? [key] : [])),
  );
  return missing.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
