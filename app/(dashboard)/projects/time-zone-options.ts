/** Lists the browser's time zones as options, including the selected one. */
export function listTimeZones(selected: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', selected, ...known])].map((zone) => ({
    value: zone,
    label: formatTimeZone(zone),
  }));
}

/** Formats the name of a time zone: "America/New York". */
export function formatTimeZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}
