import { getJsonType } from '#lib/providers/response-shape/describe-schema';
import type { JsonType } from '#lib/providers/shared/response-fields';

/** The types of a value and of everything inside it, without the values. */
export interface ShapeNode {
  types: Set<JsonType>;
  fields: Map<string, ShapeNode>;
  /** The items of arrays, merged by the value of their field `type`; by `''` without one. */
  items: Map<string, ShapeNode>;
}

/** Maximum number of levels; real responses have about ten. */
const maxDepth = 24;
/** Maximum number of different fields in one object. The others are merged under `*`. */
const maxFields = 200;
/** Maximum number of kinds of items in one array. The others are merged under `''`. */
const maxKinds = 60;
/** Stands for the keys that are data, and for those beyond `maxFields`. */
const anyKey = '*';

/** Describes a JSON value. */
export function readTree(value: unknown): ShapeNode {
  const tree = createNode();
  addValue(tree, value, 0);
  return tree;
}

/** Merges the items of every array, whatever their kind. */
export function mergeKinds(node: ShapeNode): ShapeNode {
  const merged = createNode();
  addMerged(merged, node);
  return merged;
}

const createNode = (): ShapeNode => ({ types: new Set(), fields: new Map(), items: new Map() });

function addValue(node: ShapeNode, value: unknown, depth: number): void {
  node.types.add(getJsonType(value));
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return;
  if (Array.isArray(value)) {
    for (const item of value) addValue(getChild(node.items, getKind(item), maxKinds, ''), item, depth + 1);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    addValue(getChild(node.fields, toFieldName(key), maxFields, anyKey), child, depth + 1);
  }
}

function addMerged(target: ShapeNode, source: ShapeNode): void {
  for (const type of source.types) target.types.add(type);
  for (const [key, child] of source.fields) addMerged(getChild(target.fields, key, maxFields, anyKey), child);
  for (const child of source.items.values()) addMerged(getChild(target.items, '', maxKinds, ''), child);
}

/** Returns the child with a key, which is created if it is missing. @param otherKey used once there are `maxSize` children */
function getChild(
  children: Map<string, ShapeNode>,
  key: string,
  maxSize: number,
  otherKey: string,
): ShapeNode {
  const usedKey = children.has(key) || children.size < maxSize ? key : otherKey;
  const child = children.get(usedKey) ?? createNode();
  children.set(usedKey, child);
  return child;
}

/** Kinds are names such as `message` or `response.completed`; other values of `type` are data. */
const kindName = /^[a-z][a-z_]*\d{0,2}(?:\.[a-z][a-z_]*){0,5}$/;
const maxKindLength = 80;

function getKind(item: unknown): string {
  const type: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'type') : undefined;
  return typeof type === 'string' && type.length <= maxKindLength && kindName.test(type) ? type : '';
}

/** Other keys, such as a text, a URL or an ID, are data. */
const fieldName = /^[A-Za-z_$@][\w$@-]{0,59}$/;
/** Digits as in an ID. Short numbers, as in `thumbnail_2x` and `h264`, are part of names. */
const identifier = /\d{4,}|(?:\d\D*){6}/;

function toFieldName(key: string): string {
  return fieldName.test(key) && !identifier.test(key) ? key : anyKey;
}
