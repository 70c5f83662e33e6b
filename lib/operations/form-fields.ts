import { z } from 'zod';
import type { Operation } from '#lib/operations/define-operation';

/** How forms show a field of an operation's input. */
interface FormFieldText {
  label: string;
  /** What to enter, shown below the field. */
  hint?: string;
  placeholder?: string;
  /** One line of text by default. */
  control?: 'text' | 'paragraph' | 'date';
}

/** A field of a form, as the server sends it to the browser. */
export interface FormField extends Omit<FormFieldText, 'control'> {
  name: string;
  kind: 'text' | 'number' | 'boolean';
  control: 'text' | 'paragraph' | 'date' | 'checkbox';
  isRequired: boolean;
  maxLength?: number;
}

/**
 * What forms say about the fields of operations: register a field last, because methods of schemas return new ones. Fields that
 * are not registered, such as IDs, are not entered by people.
 */
export const formFields = z.registry<FormFieldText>();

/** Lists the fields of an operation that people enter, in the order of its input. */
export function listFormFields({ definition: { input } }: Pick<Operation, 'definition'>): FormField[] {
  if (!(input instanceof z.ZodObject)) return [];
  const shape: Record<string, z.core.$ZodType> = input.shape;
  return Object.entries(shape).flatMap(([name, schema]) => {
    const text = formFields.get(schema);
    return text ? [{ name, ...text, ...describeField(schema, text) }] : [];
  });
}

function describeField(
  schema: z.core.$ZodType,
  { control = 'text' }: FormFieldText,
): Pick<FormField, 'kind' | 'control' | 'isRequired' | 'maxLength'> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = [json, ...(json.anyOf ?? [])].map(({ type }) => type);
  if (types.includes('boolean')) return { kind: 'boolean', control: 'checkbox', isRequired: false };
  if (types.includes('integer') || types.includes('number')) {
    return { kind: 'number', control, isRequired: !z.safeParse(schema, null).success };
  }
  const { maxLength } = json;
  return {
    kind: 'text',
    control,
    isRequired: !z.safeParse(schema, '').success,
    ...(maxLength !== undefined && { maxLength }),
  };
}
