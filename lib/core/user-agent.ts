import Bowser from 'bowser';

/** Describes a browser, such as "Firefox on Linux". */
export function describeBrowser(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || 'Unknown browser';
  return os.name ? `${name} on ${os.name}` : name;
}
