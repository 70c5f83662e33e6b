import { parse } from 'tldts';

/** Stands for a blanked unit: no word, no space and no line break, so that nothing matches across it. */
const blank = '\ufffc';

const link = /(!?)\[([^\]\n]*)\]\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/gu;
const address =
  /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\bmailto:)[^\s<>"'\])}\ufffc]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
const host =
  /(?<![\p{L}\p{N}@/.\-_])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![\p{L}\p{N}-])(?::\d+)?(\/[^\s<>"'\])}\ufffc]*)?/giu;

/**
 * Overwrites addresses with as many units that match nothing, so that offsets stay: URLs, mail addresses, the target
 * of a Markdown link (its visible text stays unless it is itself an address), and bare hosts such as
 * `ruby-lang.org` unless `isName` says that the whole host is a brand's name (Booking.com).
 */
export function blankAddresses(text: string, isName: (host: string) => boolean): string {
  if (!/[.:@\]]/u.test(text)) return text;
  return text
    .replace(link, (whole: string, bang: string, label: string) => {
      const shown = isAddress(label.trim()) ? blank.repeat(label.length) : label;
      return `${bang}[${shown}]${blank.repeat(whole.length - bang.length - label.length - 2)}`;
    })
    .replace(address, (found) => blank.repeat(found.length))
    .replace(host, (found, path: string | undefined) => {
      const bare = found.replace(/[:/].*$/su, '');
      if (!isHost(bare) || (path === undefined && isName(bare))) return found;
      return blank.repeat(found.length);
    });
}

function isAddress(label: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/iu.test(label) || isHost(label.replace(/[:/]\S*$/u, ''));
}

/** A host by the public suffix list. `Python.It` after a missing space is none: an ending is in lower case. */
function isHost(text: string): boolean {
  if (!/^[a-z0-9.-]+\.[a-z]{2,}$/iu.test(text) || !/\.[a-z]+$/u.test(text)) return false;
  const { isIcann, domain, publicSuffix } = parse(text);
  return domain !== null && (isIcann === true || publicSuffix === 'example');
}
