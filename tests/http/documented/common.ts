/**
 * Objects and fields that the results of several engines contain, written independently of `lib/contract`. A `pill` is
 * an entry of `citationPills`.
 */
export const source = { position: 'integer', url: 'string', label: 'string', description: 'string' } as const;
export const pill = {
  label: 'string',
  citationPillId: 'integer',
  url: 'string',
  domain: 'string',
  'description?': 'string',
  position: 'integer',
} as const;
export const includedFields = { 'html?': 'string', 'markdown?': 'string', 'rawResponse?': ['any'] } as const;
export const money = { value: 'number', currency: 'string' } as const;
