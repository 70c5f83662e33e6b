import { componentSchemas } from '#lib/contract/openapi/components';
import { isObject, type Json, type JsonObject } from '#lib/contract/openapi/json-schema';

/** One field of a request or an answer, as a row of a table. */
export interface FieldRow {
  /** Dotted, with [] for the entries of an array. */
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** What its value must keep to, in words. */
  rules: string[];
}

const components = componentSchemas();

/** Where a schema is referred to, the schema itself with what stands beside the reference. */
export function resolved(schema: Json | undefined): JsonObject {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref: _, ...beside } = schema;
  return { ...components[schema.$ref.split('/').at(-1) ?? ''], ...beside };
}

/** The fields of a schema and of all inside it, in order; a field of another schema's choice is one row. */
export function fieldsOf(schema: JsonObject | undefined, above = ''): FieldRow[] {
  const own = resolved(schema);
  if (own.type === 'array') return fieldsOf(resolved(own.items), `${above}[]`);
  const required = Array.isArray(own.required) ? own.required : [];
  const properties = isObject(own.properties) ? own.properties : {};
  return Object.entries(properties).flatMap(([name, given]) => {
    const field = resolved(given);
    const path = above === '' ? name : `${above}.${name}`;
    const row = {
      name: path,
      type: typeOf(field),
      required: required.includes(name),
      description: typeof field.description === 'string' ? field.description : '',
      rules: rulesOf(field),
    };
    return [row, ...fieldsOf(nestedOf(field), path)];
  });
}

/** The object whose fields stand below a field; of a nullable one, the object it can be. */
function nestedOf(field: JsonObject): JsonObject {
  if (!Array.isArray(field.anyOf)) return field;
  const options = field.anyOf.map(resolved).filter(({ type }) => type !== 'null' && type !== 'boolean');
  return options.length === 1 ? (options[0] ?? {}) : {};
}

function typeOf(schema: JsonObject): string {
  const { type, anyOf } = schema;
  if (type === 'array') {
    const entries = typeOf(resolved(schema.items));
    return entries === 'any' ? 'array' : `${entries}[]`;
  }
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type === 'string') return type;
  if (!Array.isArray(anyOf)) return 'any';
  return [...new Set(anyOf.map((one) => typeOf(resolved(one))))].join(' or ');
}

const mostNamed = 10;

function rulesOf(schema: JsonObject): string[] {
  const rules: string[] = [];
  const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (Array.isArray(values)) {
    const named = values.slice(0, mostNamed).map(String).join(', ');
    rules.push(values.length > mostNamed ? `one of ${values.length} values` : `one of ${named}`);
  }
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) rules.push(`from ${minimum}`);
  if (maxLength !== undefined) {
    const most = `${Number(maxLength).toLocaleString('en')} characters`;
    rules.push(minLength === undefined ? `at most ${most}` : `${minLength} to ${most}`);
  }
  if (maxItems !== undefined) rules.push(`${minItems ?? 0} to ${maxItems} entries`);
  if (schema.format !== undefined) rules.push(String(schema.format));
  if (schema.const !== undefined) rules.push(`always ${schema.const}`);
  if (schema.default !== undefined) rules.push(`default ${schema.default}`);
  return rules;
}
