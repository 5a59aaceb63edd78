/** The public origin of the shop, whatever host the request used. */
export function siteOrigin(url: URL): string {
  return new URL(process.env['SITE_URL'] ?? url.origin).origin;
}
