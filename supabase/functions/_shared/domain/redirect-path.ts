/**
 * The path of an address as redirects and the list of missing pages have it, the same as the SQL function `redirect_key`:
 * without query, slash at its end and the title of a product, percent-escapes in one form. Null for what never leads elsewhere:
 * addresses of files, accounts, the back office, and those that are a key to an order or a wish list.
 */
export function redirectPath(address: string): string | null {
  if (!/^(\/(?!\/)|https?:\/\/)/i.test(address) || !URL.canParse(address, 'https://shop'))
    return null;
  const { pathname } = new URL(address, 'https://shop');
  const path = pathname
    .replaceAll(/%([\da-f]{2})/gi, (escape, code: string) => {
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    })
    // A sign that is no escape.
    .replaceAll(/%(?![\dA-F]{2})/g, '%25');
  if (/^\/(?:\/|(?:_astro|admin|api|images|order|session|user|wish-list)\/)/.test(path))
    return null;
  const [product] = /^\/product\/[\da-f-]{36}(?=\/|$)/i.exec(path) ?? [];
  return product?.toLowerCase() ?? (path.replace(/\/+$/, '') || '/');
}
