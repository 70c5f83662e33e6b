import { splitList } from '#lib/core/text';
import { toUnicodeHost } from '#lib/core/urls/unicode-host';

/** A brand in a form, with comma-separated lists. */
export interface BrandDraft {
  name: string;
  aliases: string;
  domains: string;
  matchCase: boolean;
  requiredContext: string;
  excludedContext: string;
}

export const emptyBrand: BrandDraft = {
  name: '',
  aliases: '',
  domains: '',
  matchCase: false,
  requiredContext: '',
  excludedContext: '',
};

/** Parses the lists of a draft. */
export function toBrandInput(draft: BrandDraft) {
  return {
    name: draft.name,
    aliases: splitList(draft.aliases),
    domains: splitList(draft.domains),
    matchCase: draft.matchCase,
    requiredContext: splitList(draft.requiredContext),
    excludedContext: splitList(draft.excludedContext),
  };
}

/** Formats a stored brand for a form. */
export function toBrandDraft(brand: {
  name: string;
  aliases?: string[];
  domains?: string[];
  matchCase?: boolean;
  requiredContext?: string[];
  excludedContext?: string[];
}): BrandDraft {
  const join = (entries: string[] = []) => entries.join(', ');
  return {
    name: brand.name,
    aliases: join(brand.aliases),
    domains: join(brand.domains?.map(toUnicodeHost)),
    matchCase: brand.matchCase ?? false,
    requiredContext: join(brand.requiredContext),
    excludedContext: join(brand.excludedContext),
  };
}
