import type { Source } from '#lib/contract/results/shared';
import { comparedAddress, domainOfAddress } from '#lib/core/compared-address';

/** What a vendor says of a source beside its address. */
export interface SourceDetails {
  label?: string | null;
  description?: string | null;
}

/** The sources of one answer while it is read: each page once, numbered from 1 in the order it first appears. */
export interface SourceList {
  /**
   * Adds a page, or finds it again and fills in what was not known of it before. What is no web address is no page:
   * undefined.
   */
  add(url: string, details?: SourceDetails): Source | undefined;
  all(): Source[];
}

export function sourceList(): SourceList {
  const byAddress = new Map<string, Source & { named: boolean }>();
  return {
    add(url, details = {}) {
      const domain = domainOfAddress(url);
      if (domain === '') return undefined;
      const key = comparedAddress(url);
      const label = details.label?.trim() ?? '';
      const description = details.description?.trim() ?? '';
      let source = byAddress.get(key);
      if (!source) {
        const position = byAddress.size + 1;
        source = { position, url, label: domain, description: '', named: false };
        byAddress.set(key, source);
      }
      if (!source.named && label !== '') Object.assign(source, { label, named: true });
      if (source.description === '') source.description = description;
      return source;
    },
    all: () =>
      [...byAddress.values()].map(({ position, url, label, description }) => ({
        position,
        url,
        label,
        description,
      })),
  };
}
