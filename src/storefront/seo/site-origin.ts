/** The address that the shop is known by, whatever host a request came through. */
export function siteOrigin(url: URL): string {
  return new URL(process.env['SITE_URL'] ?? url.origin).origin;
}
