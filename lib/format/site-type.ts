/** What a type of sites is called: "Reviews". */
export function siteType(type: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
